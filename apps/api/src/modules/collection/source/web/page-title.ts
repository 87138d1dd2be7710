import { limits } from '@heddle/contracts/limits'
import { removeInvisible } from '@heddle/contracts/visible-text'
import { Parser } from 'htmlparser2'

/** Returns the text of the first `title` in the head of a page, on one line; empty without one. */
export function readTitle(html: string): string {
  let title: string | null = null
  let isInTitle = false
  const parser = new Parser({
    onopentagname(name) {
      if (name === 'title' && title === null) {
        isInTitle = true
        title = ''
      }
      // Pictures of the body have titles too.
      if (name === 'body') parser.pause()
    },
    ontext(text) {
      if (isInTitle) title += text
    },
    onclosetag(name) {
      if (name !== 'title') return
      isInTitle = false
      parser.pause()
    },
  })
  parser.end(html)
  return removeInvisible(title ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Returns the title of a page that was given none: its address without the protocol. */
export const toAddressTitle = (url: string): string =>
  url
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '')
    .slice(0, limits.nameCharacters)
