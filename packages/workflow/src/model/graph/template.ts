// `{{node.field}}` is only a look-up: the found value becomes text, and is never parsed as a template.

export type Reference = { readonly nodeId: string; readonly field: string }
export type TemplatePart = string | Reference

/** Looks up a field of a node; undefined when there is none. */
export type LookUp = (reference: Reference) => string | undefined

const placeholder = /\{\{\s*([a-z][a-z0-9_]*)\.([a-z][a-z0-9_]*)\s*\}\}/g

/** Returns the template's texts and references in their order. Anything but `{{node.field}}`, like `${x}`, is text. */
export function parseTemplate(template: string): TemplatePart[] {
  const parts: TemplatePart[] = []
  let from = 0
  for (const match of template.matchAll(placeholder)) {
    if (match.index > from) parts.push(template.slice(from, match.index))
    parts.push({ nodeId: match[1] ?? '', field: match[2] ?? '' })
    from = match.index + match[0].length
  }
  if (from < template.length) parts.push(template.slice(from))
  return parts
}

/** Returns a reference as templates have it. */
export const formatReference = ({ nodeId, field }: Reference): string => `{{${nodeId}.${field}}}`

/** Returns the references of a template. */
export function listReferences(template: string): Reference[] {
  return parseTemplate(template).filter((part) => typeof part !== 'string')
}

/** Returns the template with its references looked up. Throws when one is unknown, which the graph rules prevent. */
export function renderTemplate(template: string, lookUp: LookUp): string {
  return parseTemplate(template)
    .map((part) => (typeof part === 'string' ? part : getValue(part, lookUp)))
    .join('')
}

function getValue(reference: Reference, lookUp: LookUp): string {
  const value = lookUp(reference)
  if (value === undefined) throw new Error(`Nothing is known of ${formatReference(reference)}`)
  return value
}
