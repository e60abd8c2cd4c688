"""Makes the fonts of this folder from those that Fontsource publishes. In an empty folder:

    npm pack @fontsource-variable/eczar@5.3.0 @fontsource/eczar@5.3.0 @fontsource-variable/figtree@5.3.0 @fontsource/noto-sans@5.3.0
    for f in *.tgz; do tar xzf $f --strip-components=2 package/files; done
    pip install fonttools==4.66.1 brotli==1.2.0
    python <the shop>/web/fonts/make.py
"""

import io
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib import hvar, instancer

HERE = Path(__file__).parent
RUPEE = ord("₹")
# ASCII, the letters of western Europe, and the punctuation and signs that texts of a shop are written with.
LETTERS = {*range(0x20, 0x7F), *range(0xC0, 0x100), *map(ord, "\u00a0£§©®°·¼½¾Œœ‘’“”–—•…™−"), RUPEE}


def subset(font, letters, features):
    subsetter = Subsetter(Options(layout_features=features, notdef_outline=True))
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    file = io.BytesIO()
    font.flavor = None
    font.save(file)
    file.seek(0)
    return TTFont(file, recalcTimestamp=False)


def add_rupee(font, extended):
    """Fontsource's latin has no ₹, its latin-ext has."""
    name = extended.getBestCmap()[RUPEE]
    if "gvar" in font:
        font["gvar"].variations[name] = extended["gvar"].variations[name]
        del font["HVAR"]
    font["glyf"][name] = extended["glyf"][name]
    font["hmtx"][name] = extended["hmtx"][name]
    font["GDEF"].table.GlyphClassDef.classDefs[name] = 1
    for table in font["cmap"].tables:
        table.cmap[RUPEE] = name
    if "gvar" in font:
        hvar.add_HVAR(font)


def make(family, features, weight=None):
    def source(part):
        font = TTFont(f"{family}-{part}-wght-normal.woff2", recalcTimestamp=False)
        return instancer.instantiateVariableFont(font, {"wght": weight}) if weight else font

    font = subset(source("latin"), LETTERS, features)
    add_rupee(font, subset(source("latin-ext"), {RUPEE}, []))
    font.flavor = "woff2"
    file = HERE / f"{family}.woff2"
    font.save(file)
    print(file.name, file.stat().st_size)


# Everything in Eczar is set at 600.
make("eczar", ["kern", "liga"], weight=600)
make("figtree", ["kern", "rvrn", "tnum", "pnum"])


def make_language_names():
    """The letters of हिन्दी and मराठी, for the links to these languages on a device without Devanagari. (The committed file: fonttools 4.38.0.)"""
    subsetter = Subsetter(Options())
    subsetter.populate(text="हिन्दी मराठी")
    font = TTFont("noto-sans-devanagari-500-normal.woff2", recalcTimestamp=False)
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(HERE / "language-names.woff2")


make_language_names()


def make_devanagari():
    """As published, Marathi and Nepali lack most features of the script, such as the र् that stands above the next letter in कार्ट."""
    font = TTFont("eczar-devanagari-600-normal.woff2", recalcTimestamp=False)
    for record in font["GSUB"].table.ScriptList.ScriptRecord:
        for language in record.Script.LangSysRecord:
            features = {*language.LangSys.FeatureIndex, *record.Script.DefaultLangSys.FeatureIndex}
            language.LangSys.FeatureIndex = sorted(features)
    font.save(HERE / "eczar-devanagari.woff2")


make_devanagari()
