<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.11.0" name="kanata_buildings" tilewidth="384" tileheight="384" tilecount="14" columns="0">
 <grid orientation="orthogonal" width="1" height="1"/>
 <tile id="0"><image source="../sprites/kanata/buildings/property1.png" width="384" height="256"/></tile>
 <tile id="1"><image source="../sprites/kanata/buildings/property2.png" width="384" height="256"/></tile>
 <tile id="2"><image source="../sprites/kanata/buildings/property3.png" width="256" height="256"/></tile>
 <tile id="3"><image source="../sprites/kanata/buildings/property4.png" width="384" height="256"/></tile>
 <tile id="4"><image source="../sprites/kanata/buildings/property5.png" width="256" height="256"/></tile>
 <tile id="5"><image source="../sprites/kanata/buildings/property6.png" width="384" height="256"/></tile>
 <tile id="6"><image source="../sprites/kanata/buildings/property7.png" width="384" height="256"/></tile>
 <tile id="7"><image source="../sprites/kanata/buildings/property8.png" width="384" height="256"/></tile>
 <tile id="8"><image source="../sprites/kanata/buildings/property9.png" width="384" height="256"/></tile>
 <tile id="9"><image source="../sprites/kanata/buildings/property10.png" width="256" height="384"/></tile>
 <tile id="10"><image source="../sprites/kanata/buildings/property11.png" width="384" height="256"/></tile>
 <tile id="11"><image source="../sprites/kanata/buildings/property12.png" width="384" height="256"/></tile>
 <tile id="12"><image source="../sprites/kanata/buildings/bnb.png" width="384" height="256"/></tile>
 <tile id="13"><image source="../sprites/kanata/buildings/barn.png" width="384" height="256"/></tile>
</tileset>
