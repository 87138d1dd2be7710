import { Language, languageNames, languages, languageTags } from '@heddle/contracts/languages'
import { IconLanguage, IconSparkles } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ChoiceMenu } from './ChoiceMenu.tsx'
import type { Choices } from './use-choices.ts'

const languageOptions = languages.map((code) => ({ value: code, label: languageNames[code], lang: languageTags[code] }))

/** The model and the response language of the next message. */
export function Choosers({ choices }: { choices: Choices }) {
  const { t } = useTranslation('chat')
  const { models, model, language, chooseModel, chooseLanguage } = choices
  const modelOptions = models.map(({ id, name, is_default, is_demonstration, reads_images }) => ({
    value: id,
    label: name,
    hint: [
      models.length === 1 ? t('choice.onlyModel') : is_default && t('choice.modelDefault'),
      reads_images && t('choice.readsImages'),
      is_demonstration && t('choice.demonstration'),
    ]
      .filter(Boolean)
      .join(' · '),
  }))
  return (
    <>
      {model && (
        <ChoiceMenu
          title={t('choice.model')}
          label={t('choice.modelCurrent', { name: model.name })}
          icon={<IconSparkles size={16} aria-hidden />}
          options={modelOptions.length > 0 ? modelOptions : [{ value: model.id, label: model.name }]}
          value={model.id}
          onChoose={chooseModel}
        />
      )}
      <ChoiceMenu
        title={t('choice.language')}
        label={t('choice.languageCurrent', { name: languageNames[language] })}
        icon={<IconLanguage size={16} aria-hidden />}
        options={languageOptions}
        value={language}
        onChoose={(value) => chooseLanguage(Language.parse(value))}
      />
    </>
  )
}
