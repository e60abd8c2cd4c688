"""Makes the fonts of this folder from those that Fontsource publishes. In an empty folder:

    npm pack @fontsource-variable/eczar@5.3.0 @fontsource-variable/figtree@5.3.0
    for f in *.tgz; do tar xzf $f --strip-components=2 package/files; done
    pip install fonttools==4.66.1 brotli==1.2.0
    python <the shop>/web/fonts/make.py

Each font becomes two files: `-latin` holds the letters of every page, `-more` the rest of Fontsource's latin. Prints what
both hold; the ranges in web/fonts.css are wider, because all pages carry them.
"""

import io
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib import hvar, instancer

HERE = Path(__file__).parent
# ASCII, and what else the texts of the shop and its demo products are written with, except the ü of Türkiye.
EVERYWHERE = {*range(0x20, 0x7F), *map(ord, "\u00a0©°·×–—‘’“”•…−₹")}
RUPEE = ord("₹")


def subset(font, letters, features):
    options = Options(layout_features=features, notdef_outline=True)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    return reopened(font)


def reopened(font):
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


def ranges(letters):
    runs = []
    for letter in sorted(letters):
        if runs and letter == runs[-1][1] + 1:
            runs[-1][1] = letter
        else:
            runs.append([letter, letter])
    return ", ".join(f"U+{a:04X}" if a == b else f"U+{a:04X}-{b:04X}" for a, b in runs)


def make(family, features, weight=None):
    def source(part):
        font = TTFont(f"{family}-{part}-wght-normal.woff2", recalcTimestamp=False)
        return instancer.instantiateVariableFont(font, {"wght": weight}) if weight else font

    rest = set(source("latin").getBestCmap()) - EVERYWHERE
    latin = subset(source("latin"), EVERYWHERE, features)
    add_rupee(latin, subset(source("latin-ext"), {RUPEE}, []))
    for part, font in ("latin", latin), ("more", subset(source("latin"), rest, [*features, "ccmp", "mark", "mkmk"])):
        font.flavor = "woff2"
        file = HERE / f"{family}-{part}.woff2"
        font.save(file)
        print(file.name, file.stat().st_size, ranges(font.getBestCmap()))


# Everything in Eczar is set at 600.
make("eczar", ["kern", "liga"], weight=600)
make("figtree", ["kern", "rvrn", "tnum", "pnum"])
