<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="sacrament" tilewidth="160" tileheight="160" tilecount="12" columns="4">
 <image source="../sprites/sacrament/tiles.png" width="640" height="480"/>
 <tile id="0" type="earth"/>
 <tile id="1" type="boards"/>
 <tile id="2" type="wall"/>
 <tile id="3" type="grave"/>
 <tile id="4" type="shallows"/>
 <tile id="5" type="plank"/>
 <tile id="6" type="race"/>
 <tile id="7" type="dug"/>
 <tile id="8" type="stone"/>
 <tile id="9" type="beam"/>
 <tile id="10" type="stall"/>
 <tile id="11" type="well"/>
</tileset>
