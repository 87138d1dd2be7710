// Letters of the fonts Symbol and Wingdings, whose characters have no meaning without their font.

/** From 0x20: the encoding of Adobe's Symbol font; a blank where it has nothing. */
const symbol =
  ' !∀#∃%&∍()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼ ' +
  `${' '.repeat(32)}€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪ 〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭ `

const toMap = (pairs: string) => new Map(pairs.split(' ').map((pair) => [Number.parseInt(pair.slice(0, 2), 16), pair.slice(2)] as const))

const numerals = Array.from('⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿', (sign, index) => `${(0x80 + index).toString(16)}${sign}`).join(' ')
const wingdings = toMap(
  `6c● 6d❍ 6e■ 6f□ 70◻ 71❑ 72❒ 74⧫ 75◆ 76❖ a1○ a4◉ a7▪ a8☐ ab★ d8➢ df← e0→ e1↑ e2↓ e8➔ ef⇦ f0⇨ f1⇧ f2⇩ fb✗ fc✓ fd☒ fe☑ 4a☺ 4c☹ 2a✉ 28☎ 46☞ ${numerals}`,
)
const wingdings2 = toMap('4f✗ 50✓ 51☒ 52☑ 53☒ 54☒ a3☐ 97● 98○')

/** The rows of the private area in which Word keeps what is of such a font. */
const isPrivate = (code: number) => code >= 0xf0_00 && code <= 0xf0_ff

const isSymbolFont = (font: string | undefined): font is string => font !== undefined && /^(?:symbol|wingdings( 2)?)$/i.test(font)

function mapCode(code: number, font: string): string | undefined {
  if (/^wingdings 2$/i.test(font)) return wingdings2.get(code)
  if (/^wingdings/i.test(font)) return wingdings.get(code)
  const sign = symbol[code - 0x20]
  return sign === ' ' && code !== 0x20 ? undefined : sign
}

/** Returns the text that is shown in the font, with a replacement character for each one whose meaning is not known. */
export function decodeSymbols(text: string, font: string | undefined): string {
  if (!isSymbolFont(font)) return text
  let decoded = ''
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    const known = code > 0xff && !isPrivate(code) ? character : mapCode(code & 0xff, font)
    decoded += known ?? '\ufffd'
  }
  return decoded
}
