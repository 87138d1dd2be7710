/** Returns a text with its full-width signs and Thai digits as those of ASCII. Other forms of digits, like ², are left. */
export const toAsciiDigits = (text: string): string =>
  text.replaceAll(/[！-～๐-๙　−]/g, (sign) => {
    const code = sign.charCodeAt(0)
    if (sign >= '！') return String.fromCharCode(code - fullWidthOffset)
    if (sign >= '๐' && sign <= '๙') return String(code - thaiZero)
    return sign === '−' ? '-' : ' '
  })

const fullWidthOffset = 0xfe_e0
const thaiZero = 0x0e_50
