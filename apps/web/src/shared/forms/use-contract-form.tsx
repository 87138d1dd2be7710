// A form on a contract's schema: errors of either side are shown at their fields in the user's language.
import { useTranslation } from 'react-i18next'
import type { LocalizedText } from '@heddle/contracts/wire'
import { type FormErrors, useForm, type UseFormReturnType } from '@mantine/form'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { useErrorMessage } from '../notify/describe-error.ts'
import { ApiError } from '../api/errors.ts'
import { type Difference, findDifferences, keepMine } from './conflict.ts'
import { type Values, getValue } from './paths.ts'
import { flattenIssues, type Rule, toRule } from './rules.ts'
import { type FieldOfCode, findErrorField, listWrongFields } from './server-errors.ts'
import { useUnsaved } from './unsaved.ts'

type ContractFormOptions<S extends z.ZodType, V extends Values, E> = {
  /** The schema of the request's body, or of the part that the form edits. */
  schema: S
  initialValues: V
  /** Whether the initial values are those of another thing. */
  isCopy?: boolean | undefined
  /** The path of that part in the request, as in the server's field errors: `body/user`. */
  at?: string
  /** Fields of further error codes. */
  fieldOfCode?: FieldOfCode
  /** Saves, with `meta: { silent: true }` on the mutation, as the form shows the error. Returns the saved values if the form stays. */
  onSubmit: (values: z.output<S>) => Promise<V | void>
  /** For an entity with a revision: its schema, and the conversion to the form's values. */
  revised?: { entity: z.ZodType<E>; toValues: (entity: E) => V }
}

export type Conflict = { differences: Difference[]; takeTheirs: () => void; keepMine: () => void; decideLater: () => void }

export type ContractForm<V extends Values> = UseFormReturnType<V> & {
  isSaving: boolean
  /** An error without a field. */
  problem: unknown
  /** Set when another user saved other values meanwhile; shown by ConflictDialog. */
  conflict: Conflict | null
  /** For `<form {...form.formProps}>`. */
  formProps: { ref: React.RefObject<HTMLFormElement | null>; onSubmit: (event: SubmitEvent<HTMLFormElement>) => void; noValidate: true }
  /** For `<LocalizedInput {...form.localized('name')}>`. */
  localized: (path: string) => { value: LocalizedText; onChange: (text: LocalizedText) => void; errors: FormErrors; isCopy: boolean }
}

export function useContractForm<S extends z.ZodType, V extends Values, E = never>({
  schema,
  initialValues,
  isCopy = false,
  at = 'body',
  fieldOfCode = {},
  onSubmit,
  revised,
}: ContractFormOptions<S, V, E>): ContractForm<V> {
  const form = useForm<V>({
    initialValues,
    validate: (values) => {
      const parsed = schema.safeParse(values)
      if (parsed.success) return {}
      const errors: FormErrors = {}
      for (const { path, issue } of flattenIssues(parsed.error.issues))
        errors[path] ??= <RuleMessage rule={toRule(issue, getValue(values, path))} />
      return errors
    },
  })
  const [isSaving, setIsSaving] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const [theirs, setTheirs] = useState<V | null>(null)
  const element = useRef<HTMLFormElement>(null)
  const [refusals, setRefusals] = useState(0)
  useUnsaved(form.isDirty() && !isSaving)

  // Focuses the first invalid field once it is rendered.
  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])

  function refuse(errors: FormErrors) {
    form.setErrors(errors)
    setRefusals((count) => count + 1)
  }

  function startFrom(values: V) {
    form.setInitialValues(values)
    form.setValues(values)
    form.resetDirty()
  }

  function handleFailure(error: unknown) {
    const values = form.getValues()
    const fieldError = error instanceof ApiError && findErrorField(error, values, fieldOfCode)
    const wrong = listWrongFields(error, values, at)
    if (fieldError) refuse({ [fieldError.field]: fieldError.message ?? <RefusalMessage error={error} /> })
    else if (wrong.length > 0) refuse(Object.fromEntries(wrong.map((path) => [path, <RuleMessage key={path} rule={{ key: 'format' }} />])))
    else setProblem(error)
  }

  async function save({ isAgain = false } = {}): Promise<void> {
    if (isSaving) return
    const { hasErrors } = form.validate() as { hasErrors: boolean }
    if (hasErrors) return setRefusals((count) => count + 1)
    setIsSaving(true)
    setProblem(null)
    let isMerged = false
    try {
      const saved = await onSubmit(schema.parse(form.getValues()))
      if (saved) startFrom(saved)
      else form.resetDirty()
    } catch (error) {
      const current = error instanceof ApiError && error.code === 'REVISION_MISMATCH' && revised?.entity.safeParse(error.params['current'])
      if (!current || !current.success || !revised) return handleFailure(error)
      const now = revised.toValues(current.data)
      const [base, mine] = [form.getInitialValues(), form.getValues()]
      isMerged = !isAgain && (findDifferences(base, now).length === 0 || findDifferences(mine, now).length === 0)
      if (!isMerged) return setTheirs(now)
      startFrom(now)
      form.setValues(keepMine(base, mine, now))
    } finally {
      setIsSaving(false)
    }
    // The form's fields are as they were, or changed in the same way: saves again without asking.
    if (isMerged) await save({ isAgain: true })
  }

  const conflict = theirs && {
    differences: findDifferences(form.getValues(), theirs),
    takeTheirs: () => {
      startFrom(theirs)
      setTheirs(null)
    },
    keepMine: () => {
      const merged = keepMine(form.getInitialValues(), form.getValues(), theirs)
      startFrom(theirs)
      form.setValues(merged)
      setTheirs(null)
      void save()
    },
    decideLater: () => setTheirs(null),
  }

  return {
    ...form,
    isSaving,
    problem,
    conflict,
    formProps: {
      ref: element,
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault()
        // In React's tree a dialog's form is inside the page's form.
        event.stopPropagation()
        void save()
      },
    },
    localized: (path) => ({
      value: getValue(form.getValues(), path) as LocalizedText,
      onChange: (text) => {
        form.setFieldValue(path, text as never)
        // Setting a value clears the error at its own path only.
        for (const key of Object.keys(form.errors)) if (key.startsWith(`${path}.`)) form.clearFieldError(key)
      },
      isCopy,
      errors: Object.fromEntries(
        Object.entries(form.errors).flatMap(([key, error]) =>
          key === path ? [['default', error]] : key.startsWith(`${path}.`) ? [[key.slice(path.length + 1), error]] : [],
        ),
      ),
    }),
  }
}

/** The broken rule of a field, translated again when the language changes. */
function RuleMessage({ rule: { key, count } }: { rule: Rule }) {
  const { t } = useTranslation('form')
  return t(`rule.${key}`, { count })
}

/** The server's error for a field. */
function RefusalMessage({ error }: { error: ApiError }) {
  return useErrorMessage(error)
}
