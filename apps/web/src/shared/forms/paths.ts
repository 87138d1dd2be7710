// The values of a form by path, in the notation of @mantine/form: `user.name.default`.

export type Values = Record<string, unknown>

const isBranch = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)

export function getValue(values: unknown, path: string): unknown {
  return path === '' ? values : path.split('.').reduce<unknown>((value, key) => (value as Values | null | undefined)?.[key], values)
}

/** Returns the leaves of a form's values by path; a list is a leaf. */
export function collectLeaves(values: Values, prefix = ''): Map<string, unknown> {
  return new Map(
    Object.entries(values).flatMap(([key, value]): [string, unknown][] =>
      isBranch(value) ? [...collectLeaves(value, `${prefix}${key}.`)] : value === undefined ? [] : [[prefix + key, value]],
    ),
  )
}

/** Returns the path of a field by its name at any depth: `user.email` for `email`. */
export function findField(values: Values, name: string, prefix = ''): string | undefined {
  if (name in values) return prefix + name
  for (const [key, value] of Object.entries(values)) {
    const found = isBranch(value) && findField(value, name, `${prefix}${key}.`)
    if (found) return found
  }
  return undefined
}

/** Returns a copy with one leaf set, or removed when it is undefined. */
export function setLeaf(values: Values, path: string, leaf: unknown): Values {
  const [key = '', ...rest] = path.split('.')
  if (rest.length > 0) return { ...values, [key]: setLeaf((values[key] ?? {}) as Values, rest.join('.'), leaf) }
  const { [key]: _replaced, ...others } = values
  return leaf === undefined ? others : { ...values, [key]: leaf }
}

/** Returns a value of a form as a text; a dash for none. */
export const formatAsText = (value: unknown): string =>
  value === undefined || value === null || value === '' ? '–' : typeof value === 'string' ? value : JSON.stringify(value)
