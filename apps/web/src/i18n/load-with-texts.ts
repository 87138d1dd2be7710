import i18next, { type FlatNamespace } from 'i18next'

/** Loads a part together with its texts, so that it never appears without them. */
export const loadWithTexts = async <Part>(load: () => Promise<Part>, ...namespaces: FlatNamespace[]): Promise<Part> =>
  (await Promise.all([load(), i18next.loadNamespaces(namespaces)]))[0]
