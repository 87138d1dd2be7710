// Values by their path in a form, as @mantine/form writes it: `user.name.default`.

export type Values = Record<string, unknown>

const isBranch = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)

export function valueAt(values: unknown, path: string): unknown {
  return path === '' ? values : path.split('.').reduce<unknown>((value, key) => (value as Values | null | undefined)?.[key], values)
}

/** The leaves of a form's values by path; a list is a leaf. */
export function collectLeaves(values: Values, prefix = ''): Map<string, unknown> {
  return new Map(
    Object.entries(values).flatMap(([key, value]): [string, unknown][] =>
      isBranch(value) ? [...collectLeaves(value, `${prefix}${key}.`)] : value === undefined ? [] : [[prefix + key, value]],
    ),
  )
}

/** The path of a field by its own name, wherever it is in the form: `email` is at `user.email`. */
export function findField(values: Values, name: string, prefix = ''): string | undefined {
  if (name in values) return prefix + name
  for (const [key, value] of Object.entries(values)) {
    const found = isBranch(value) && findField(value, name, `${prefix}${key}.`)
    if (found) return found
  }
  return undefined
}

/** A copy with one leaf set, or taken away. */
export function withLeaf(values: Values, path: string, leaf: unknown): Values {
  const [key = '', ...rest] = path.split('.')
  if (rest.length > 0) return { ...values, [key]: withLeaf((values[key] ?? {}) as Values, rest.join('.'), leaf) }
  const { [key]: _replaced, ...others } = values
  return leaf === undefined ? others : { ...values, [key]: leaf }
}
