import { useBlocker } from '@tanstack/react-router'
import { type Texts, useTexts } from '../i18n/language.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

const texts: Texts<{ title: string; about: string; stay: string; leave: string }> = {
  en: {
    title: 'Leave without saving?',
    about: 'What you changed here is not saved, and is lost when you leave.',
    stay: 'Stay here',
    leave: 'Leave without saving',
  },
  ro: {
    title: 'Pleci fără să salvezi?',
    about: 'Ce ai schimbat aici nu este salvat și se pierde dacă pleci.',
    stay: 'Rămân aici',
    leave: 'Plec fără să salvez',
  },
}

/** Asks once before a form is left that somebody has changed. `isDirty` is called when somebody leaves. */
export function UnsavedGuard({ isDirty }: { isDirty: () => boolean }) {
  const t = useTexts(texts)
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isDirty(),
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  return (
    <Dialog title={t.title} onClose={reset}>
      <p>{t.about}</p>
      <div className="buttons">
        <Button look="main" onPress={reset}>
          {t.stay}
        </Button>
        <Button onPress={proceed}>{t.leave}</Button>
      </div>
    </Dialog>
  )
}
