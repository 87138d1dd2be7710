// What is drawn of a reply as HTML that any page understands, for the clipboard: no classes, buttons or names of languages, and
// formulas as their source.
import classes from './Markdown.module.css'

/** Is not taken along: what only works here, and what is not seen. */
const own = `svg, [role="img"], figcaption, [data-footnote-backref], .${classes['hidden']}`
/** Beside these an element is only its words. */
const meaningful = new Set(
  'a b blockquote br code del details em h1 h2 h3 h4 h5 h6 hr i kbd li mark ol p pre strong sub summary sup table tbody td th thead tr u ul'.split(
    ' ',
  ),
)
const keptAttributes = new Set(['href', 'open', 'start'])

/** Returns the HTML of a copy of what is drawn, which it changes. */
export function toPlainHtml(copy: DocumentFragment): string {
  for (const formula of copy.querySelectorAll('.katex-display')) formula.replaceWith(create('p', `$$${readTex(formula)}$$`))
  for (const formula of copy.querySelectorAll('.katex')) formula.replaceWith(`$${readTex(formula)}$`)
  for (const part of copy.querySelectorAll(own)) part.remove()
  for (const button of copy.querySelectorAll('button')) button.replaceWith(button.textContent === '' ? '' : `[${button.textContent}]`)
  for (const code of copy.querySelectorAll('pre > code')) code.textContent = code.textContent.replace(/\n$/, '')
  for (const box of copy.querySelectorAll('input')) box.replaceWith(box.checked ? '☑' : '☐')
  for (const mark of copy.querySelectorAll('[data-footnote-ref]')) mark.replaceWith(mark.textContent)
  for (const plain of copy.querySelectorAll(`.${classes['plain']}`)) plain.replaceWith(create('pre', plain.textContent))
  for (const element of copy.querySelectorAll('*')) {
    if (!meaningful.has(element.localName)) element.replaceWith(...element.childNodes)
    for (const name of element.getAttributeNames()) if (!keptAttributes.has(name)) element.removeAttribute(name)
  }
  const page = document.createElement('div')
  page.append(copy)
  return page.innerHTML
}

/** Returns the lines that HTML shows. */
export function readLines(html: string): string {
  const page = document.createElement('div')
  page.style.position = 'fixed'
  page.style.opacity = '0'
  page.innerHTML = html
  document.body.append(page)
  const lines = page.innerText
  page.remove()
  return lines
}

const readTex = (formula: Element) => formula.querySelector('annotation')?.textContent ?? formula.textContent

function create(name: string, content: string): Element {
  const element = document.createElement(name)
  element.textContent = content
  return element
}

/** Returns a copy of what an element shows, to be changed. */
export function copyContent(element: Element): DocumentFragment {
  const range = document.createRange()
  range.selectNodeContents(element)
  return range.cloneContents()
}
