import type { LocalizedText } from '@heddle/contracts/wire'
import { useLocalized } from '#i18n/use-language.ts'
import classes from './NamedExpert.module.css'

/** The expert of a question or a reply that is not the chat's. */
export function NamedExpert({ name }: { name: LocalizedText }) {
  const localized = useLocalized()
  return <p className={classes.root}>@{localized(name)}</p>
}
