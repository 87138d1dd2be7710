// How a text is compared in a search: what a reader does not see makes no difference.

/**
 * What is not seen (`Default_Ignorable_Code_Point`, and the fillers of Hangul), as the inside of a class of a regular expression: soft
 * hyphens, zero-width characters, marks of direction, selectors of variants.
 */
export const invisible = String.raw`\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\u{E0000}-\u{E0FFF}`

const anyInvisible = new RegExp(`[${invisible}]+`, 'gu')

/**
 * The radicals that PDF files have in place of characters, and these (EquivalentUnifiedIdeograph.txt of Unicode 14): NFKC knows those of
 * Kangxi only.
 */
const radicals =
  '⺁⺂⺃⺄⺅⺆⺇⺈⺉⺊⺋⺌⺍⺎⺏⺐⺑⺒⺓⺔⺕⺖⺗⺘⺙⺛⺜⺝⺞⺟⺠⺡⺢⺣⺤⺥⺦⺧⺨⺩⺪⺫⺬⺭⺮⺯⺰⺱⺲⺳⺴⺵⺶⺷⺸⺹⺺⺻⺼⺽⺾⺿⻀⻁⻂⻃⻄⻅⻆⻇⻈⻉⻊⻋⻌⻍⻎⻏⻐⻑⻒⻓⻔⻕⻖⻗⻘⻙⻚⻛⻜⻝⻞⻟⻠⻡⻢⻣⻤⻥⻦⻧⻨⻩⻪⻫⻬⻭⻮⻯⻰⻱⻲⻳'
const ideographs =
  '厂乛乚乙亻冂𠘨刀刂卜㔾小小兀尣尢𡯂巳幺彑彐忄心扌攵旡日月歺母民氵氺灬爫爫丬牛犭王𤴔目示礻𥫗糹纟罓罒㓁冗𦉫羊𦍌𦍋耂肀聿肉𦥑艹艹艹虎衤覀西见角𧢲讠贝𧾷车辶辶辶邑钅長镸长门𨸏阝雨青韦页风飞食𩙿飠饣𩠐马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙龜亀龟'
const ideographByRadical = new Map(Array.from(ideographs, (ideograph, index) => [radicals.charAt(index), ideograph]))
const anyRadical = /[⺀-⻿]/gu

/**
 * Case, width and what is not seen do not matter: what the function `fold` of the database makes of a text. The database takes each character
 * for itself; JavaScript writes a capital sigma at a word's end in another way than within it, and İ as two characters.
 */
export const fold = (text: string) =>
  text
    .replace(anyInvisible, '')
    .replace(anyRadical, (radical) => ideographByRadical.get(radical) ?? radical)
    .normalize('NFKC')
    .replaceAll('Σ', 'σ')
    .replaceAll('İ', 'i')
    .toLowerCase()

/** Returns a text as an embedding model reads it: composed, and without what is not seen, which its tokens would otherwise tell apart. */
export const toEmbeddedText = (text: string) => text.replace(anyInvisible, '').normalize('NFC')
