// The tree of a web page, as far as it is read.
export type PageNode = PageElement | PageText
type PageText = { readonly nodeType: 3; readonly textContent: string }

/** What of the elements of linkedom is used. */
export type PageElement = {
  readonly nodeType: 1
  readonly tagName: string
  readonly textContent: string
  readonly childNodes: Iterable<PageNode>
  readonly children: Iterable<PageElement>
  readonly previousSibling: { readonly textContent: string } | null
  readonly parentElement: PageElement | null
  getAttribute(name: string): string | null
  contains(element: PageElement): boolean
  matches(selector: string): boolean
  closest(selector: string): PageElement | null
  querySelector(selector: string): PageElement | null
  querySelectorAll(selector: string): Iterable<PageElement>
  replaceWith(text: string): void
  remove(): void
}
