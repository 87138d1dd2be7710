import { Button, FileButton, Group, Input, Text } from '@mantine/core'
import { IconPhoto, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NotAPicture, readLogo } from './picture.ts'
import classes from '../../features/tenants/TenantForm.module.css'

type LogoFieldProps = { value: string | null; onChange: (logo: string | null) => void; error?: React.ReactNode; isReadOnly: boolean }

/** The tenant's logo, scaled down in the browser. */
export function LogoField({ value, onChange, error, isReadOnly }: LogoFieldProps) {
  const { t } = useTranslation('tenant')
  const [isNoPicture, setIsNoPicture] = useState(false)

  async function handleFile(file: File | null) {
    if (!file) return
    setIsNoPicture(false)
    try {
      onChange(await readLogo(file))
    } catch (failure) {
      if (!(failure instanceof NotAPicture)) throw failure
      setIsNoPicture(true)
    }
  }

  return (
    <Input.Wrapper
      label={t('logo.label')}
      labelElement="div"
      description={t('logo.hint')}
      error={isNoPicture ? t('logo.noPicture') : error}
      role="group"
      aria-label={t('logo.label')}
    >
      <Group mt={8} gap="md" wrap="wrap">
        <div className={classes.logo}>
          {value ? (
            <img src={value} alt={t('logo.current')} />
          ) : (
            <Text size="sm" c="dimmed">
              {t('logo.none')}
            </Text>
          )}
        </div>
        {!isReadOnly && (
          <Group gap="xs">
            <FileButton accept="image/png,image/jpeg,image/webp,image/gif,image/avif,image/bmp" onChange={(file) => void handleFile(file)}>
              {(button) => (
                <Button variant="default" leftSection={<IconPhoto size={18} aria-hidden />} {...button}>
                  {t(value ? 'logo.replace' : 'logo.choose')}
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
                {t('logo.remove')}
              </Button>
            )}
          </Group>
        )}
      </Group>
    </Input.Wrapper>
  )
}
