import '@mantine/dates/styles.layer.css'
import { DateInput, type DateInputProps, DatesProvider } from '@mantine/dates'
import type { Language } from '@heddle/contracts/languages'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import ja from 'dayjs/locale/ja'
import th from 'dayjs/locale/th'
import vi from 'dayjs/locale/vi'
import zhTw from 'dayjs/locale/zh-tw'
import { useLanguage } from '#i18n/use-language.ts'
import { computeDayRange, parseDay } from '../dates.ts'

const locales: Record<Language, string> = { zhHant: zhTw.name, en: 'en', ja: ja.name, th: th.name, vi: vi.name }

type DayInputProps = Omit<DateInputProps, 'label' | 'value' | 'onChange'> & {
  label: string
  /** `YYYY-MM-DD`. */
  value: string | undefined
  onChange: (day: string | null) => void
}

/** A day, chosen or typed as day/month/year; the label is the placeholder. */
export function DayInput({ label, value, onChange, ...rest }: DayInputProps) {
  const { language } = useLanguage()
  const [{ first, last }] = useState(() => computeDayRange(new Date()))
  return (
    <DatesProvider settings={{ locale: locales[language] }}>
      <DateInput
        aria-label={label}
        placeholder={label}
        leftSection={<IconCalendar size={16} aria-hidden />}
        valueFormat="YYYY-MM-DD"
        dateParser={parseDay}
        minDate={first}
        maxDate={last}
        clearable
        w={160}
        popoverProps={{ shadow: 'md' }}
        {...rest}
        value={value ?? null}
        onChange={onChange}
      />
    </DatesProvider>
  )
}
