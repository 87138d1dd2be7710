import { GroupSelect } from './GroupSelect.tsx'

type GroupFilterProps = { label: string; w?: number; value: string | undefined; onChange: (id: string | undefined) => void }

/** A filter of a table by group; without a value its name is the placeholder. */
export const GroupFilter = ({ label, w = 180, value, onChange }: GroupFilterProps) => (
  <GroupSelect aria-label={label} placeholder={label} w={w} clearable value={value ?? null} onChange={(group) => onChange(group?.id)} />
)
