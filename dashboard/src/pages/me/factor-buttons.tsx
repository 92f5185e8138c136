import { useState } from 'react'
import { passkeysAreOff } from '../../api/passkeys.ts'
import { useTexts } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { AddApp, AddPasskey } from './add-factor.tsx'
import { factorTexts } from './factor-texts.ts'

/** The two kinds of factors that can be added. */
export function FactorButtons({ onAdded }: { onAdded: () => void }) {
  const t = useTexts(factorTexts)
  const [adding, setAdding] = useState<'passkey' | 'totp'>()
  const off = passkeysAreOff()
  const close = () => setAdding(undefined)
  const added = () => {
    close()
    onAdded()
  }
  return (
    <span className="actions">
      <Button look="main" onPress={() => setAdding('passkey')} whyNot={off && t.off[off]}>
        {t.addPasskey}
      </Button>{' '}
      <Button onPress={() => setAdding('totp')}>{t.addApp}</Button>
      {adding === 'passkey' && <AddPasskey onAdded={added} onClose={close} />}
      {adding === 'totp' && <AddApp onAdded={added} onClose={close} />}
    </span>
  )
}
