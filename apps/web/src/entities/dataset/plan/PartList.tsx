import { ActionIcon, Button, Fieldset, Group, Stack, Tooltip } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** Marks an input with its path, by which a problem of it is found. */
export const PlanPart = ({ path, children }: { path: string; children: ReactNode }) => (
  <div data-path={path} style={{ display: 'contents' }}>
    {children}
  </div>
)

type PartListProps<Part> = {
  path: string
  name: string
  /** Of one part, and of all. */
  label: string
  legend: string
  parts: readonly Part[]
  max: number
  added: Part
  errors: Readonly<Record<string, string>>
  onChange: (parts: Part[]) => void
  children: (part: Part, change: (part: Part) => void, errorAt: (field: string) => string | undefined) => ReactNode
}

/** A list of the parts of a plan, each a group of inputs. */
export function PartList<Part>({ path, name, label, legend, parts, max, added, errors, onChange, children }: PartListProps<Part>) {
  const { t } = useTranslation('query')
  return (
    <Fieldset legend={legend} variant="unstyled">
      <Stack gap="sm">
        {parts.map((part, index) => {
          const at = `${path}.${name}.${index}`
          const names = { label, number: index + 1 }
          const errorAt = (field: string) => errors[field === '' ? at : `${at}.${field}`]
          return (
            // oxlint-disable-next-line react/no-array-index-key -- the parts of a plan have no other identity
            <Fieldset key={index} legend={t('form.entry', names)} radius="md" p="sm">
              <PlanPart path={at}>
                <Stack gap="xs">
                  {children(part, (changed) => onChange(parts.with(index, changed)), errorAt)}
                  <Group justify="flex-end">
                    <Tooltip label={t('form.remove', names)}>
                      <ActionIcon aria-label={t('form.remove', names)} onClick={() => onChange(parts.toSpliced(index, 1))}>
                        <IconTrash size={16} aria-hidden />
                      </ActionIcon>
                    </Tooltip>
                  </Group>
                </Stack>
              </PlanPart>
            </Fieldset>
          )
        })}
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={parts.length >= max}
          onClick={() => onChange([...parts, added])}
        >
          {t('form.add', { label })}
        </Button>
      </Stack>
    </Fieldset>
  )
}
