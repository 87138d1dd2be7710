// Small pictures, which are kept and sent as `data:` addresses with what they belong to: they need no request of their own, and no
// permission but that of reading it.
import { z } from 'zod'

/** The first bytes of each type in base64. SVG is none of them: it can carry more than a picture. */
const address = /^data:image\/(?:png;base64,iVBORw0KGgo|jpeg;base64,\/9j\/|webp;base64,UklGR[A-Za-z0-9+/]{6}XRUJQ)[A-Za-z0-9+/]*={0,2}$/

/** Returns the schema of a picture of at most so many characters whose content begins as its type says. */
export const createPictureSchema = (maxCharacters: number) =>
  z.string().max(maxCharacters).regex(address, 'Not a PNG, JPEG or WebP as a data address')
