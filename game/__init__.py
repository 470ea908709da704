"""The rule engine. Imports no pygame and no scenes, opens no window, reads no clock."""
