import type { FormErrors } from '@mantine/form'

/** Returns the errors of the fields below a path, by the name of the field. */
export const pickErrors = (errors: FormErrors, path: string): FormErrors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([key, error]) => (key.startsWith(`${path}.`) ? [[key.slice(path.length + 1), error]] : [])),
  )
