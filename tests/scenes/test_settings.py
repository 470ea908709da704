"""Settings: kept whole, read carefully, never in the way of a start."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenes.settings import (
    FILE_NAME,
    SETTINGS,
    SettingError,
    Settings,
    copy_of,
    load_settings,
    parse_setting,
    save_settings,
)


def test_they_come_back_as_they_were_saved(tmp_path: Path) -> None:
    settings = Settings(text_scale=150, font="dyslexic", my_speed=0.0, keys={"undo": ["z"]})
    save_settings(settings, tmp_path / "new" / "folder")
    assert load_settings(tmp_path / "new" / "folder") == (settings, None)


def test_nothing_is_written_when_nothing_changed(tmp_path: Path) -> None:
    save_settings(Settings(), tmp_path)
    before = (tmp_path / FILE_NAME).stat().st_mtime_ns
    save_settings(Settings(), tmp_path)
    assert (tmp_path / FILE_NAME).stat().st_mtime_ns == before
    assert [path.name for path in tmp_path.iterdir()] == [FILE_NAME]


@pytest.mark.parametrize("content", [b"", b"\x00" * 40, b"{", b'{"text_scale": "big"}', b"\xff\xfe", b"[" * 50_000])
def test_a_file_that_cannot_be_read_is_set_aside_with_a_complaint(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE_NAME).write_bytes(content)
    settings, complaint = load_settings(tmp_path)
    assert settings == Settings()
    assert complaint is not None
    assert (tmp_path / "settings.damaged.json").read_bytes() == content


def test_values_that_are_not_offered_fall_back_to_their_defaults(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(
        b'{"text_scale": 9000, "font": "comic", "master_volume": -3, "others_speed": 3.0}'
    )
    assert load_settings(tmp_path) == (Settings(), None)


def test_settings_of_another_version_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b'{"mute": true, "of_the_future": 3}')
    assert load_settings(tmp_path)[0].mute


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_every_setting_is_a_field_and_offers_its_default(setting: object) -> None:
    assert hasattr(Settings(), setting.name)  # type: ignore[attr-defined]
    if setting.kind == "choice":  # type: ignore[attr-defined]
        assert setting.default in setting.choices  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [("text_scale", "150", 150), ("mute", "on", True), ("my_speed", "0.5", 0.5), ("language", "pseudo", "pseudo")],
)
def test_values_are_read_from_the_command_line(name: str, text: str, value: object) -> None:
    assert parse_setting(name, text) == value


@pytest.mark.parametrize(
    ("name", "text"),
    [("nothing", "1"), ("text_scale", "110"), ("mute", "perhaps"), ("my_speed", "fast"), ("keys", "a")],
)
def test_what_is_no_setting_is_refused(name: str, text: str) -> None:
    with pytest.raises(SettingError, match=name):
        parse_setting(name, text)


def test_two_programs_with_one_file_keep_what_each_has_changed(tmp_path: Path) -> None:
    first = Settings(mute=True, keys={"log": ["h"], "hint": ["j"]})
    save_settings(first, tmp_path)
    one, other = copy_of(first), copy_of(first)
    one.captions, one.keys["log"] = True, ["y"]
    save_settings(one, tmp_path, first)
    other.master_volume, other.keys["undo"] = 20, ["z"]
    del other.keys["hint"]
    save_settings(other, tmp_path, first)
    found, complaint = load_settings(tmp_path)
    assert complaint is None
    assert (found.mute, found.captions, found.master_volume) == (True, True, 20)
    assert found.keys == {"log": ["y"], "undo": ["z"]}
    before = (tmp_path / FILE_NAME).stat().st_mtime_ns
    save_settings(other, tmp_path, other)
    assert (tmp_path / FILE_NAME).stat().st_mtime_ns == before


def test_a_file_that_others_have_damaged_is_written_whole(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"[" * 50_000)
    save_settings(Settings(mute=True), tmp_path, Settings(mute=True))
    assert load_settings(tmp_path) == (Settings(mute=True), None)
