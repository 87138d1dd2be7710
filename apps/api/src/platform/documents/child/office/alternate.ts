// Chooses the branch of what Office writes twice: for programs that know a newer element, and for the others.
import { childElements, type XmlElement } from './xml.ts'

const contents = new Set(['w:t', 'a:t', 'm:t', 'c:chart', 'cx:chart', 'dgm:relIds', 'w:sym', 'v:textpath'])

const hasContent = (element: XmlElement): boolean => contents.has(element.name) || childElements(element).some(hasContent)

/** Returns the first branch of `mc:AlternateContent` in which there is something to read; undefined when there is nothing in any. */
export const chooseAlternate = (element: XmlElement): XmlElement | undefined => childElements(element).find(hasContent)
