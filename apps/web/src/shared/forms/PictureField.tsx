import { Button, FileButton, Group, Input } from '@mantine/core'
import { IconPhoto, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NotAPicture, type PictureLimit, readPicture } from './picture.ts'

type PictureFieldProps = {
  label: string
  /** What is shown with this value. */
  preview: ReactNode
  value: string | null
  onChange: (picture: string | null) => void
  limit: PictureLimit
  error?: ReactNode
  isReadOnly?: boolean
}

/** A small picture, scaled down in the browser. */
export function PictureField({ label, preview, value, onChange, limit, error, isReadOnly = false }: PictureFieldProps) {
  const { t } = useTranslation('form')
  const [isNoPicture, setIsNoPicture] = useState(false)

  async function handleFile(file: File | null) {
    if (!file) return
    setIsNoPicture(false)
    try {
      onChange(await readPicture(file, limit))
    } catch (failure) {
      if (!(failure instanceof NotAPicture)) throw failure
      setIsNoPicture(true)
    }
  }

  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={t('picture.hint')}
      error={isNoPicture ? t('picture.noPicture') : error}
      role="group"
      aria-label={label}
    >
      <Group mt={8} gap="md" wrap="wrap">
        {preview}
        {!isReadOnly && (
          <Group gap="xs">
            <FileButton accept="image/png,image/jpeg,image/webp,image/gif,image/avif,image/bmp" onChange={(file) => void handleFile(file)}>
              {(button) => (
                <Button variant="default" leftSection={<IconPhoto size={18} aria-hidden />} {...button}>
                  {t(value ? 'picture.replace' : 'picture.choose')}
                </Button>
              )}
            </FileButton>
            {value && (
              <Button
                variant="subtle"
                color="gray"
                leftSection={<IconTrash size={18} aria-hidden />}
                onClick={() => {
                  setIsNoPicture(false)
                  onChange(null)
                }}
              >
                {t('picture.remove')}
              </Button>
            )}
          </Group>
        )}
      </Group>
    </Input.Wrapper>
  )
}
