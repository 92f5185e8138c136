import { useState } from 'react'
import { type Texts, useTexts } from '../i18n/language.tsx'
import { Button } from './button.tsx'

const texts: Texts<{ copied: string; failed: string }> = {
  en: { copied: 'Copied', failed: 'Not copied: your browser does not allow it' },
  ro: { copied: 'Copiat', failed: 'Nu s-a copiat: browserul tău nu permite' },
}

/**
 * Puts a text on the clipboard.
 * @returns Whether it is there. A browser refuses without the right, and has no clipboard at an address without https.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** Copies a text and says so, or that the browser has not let it. */
export function CopyButton({
  text,
  children,
  shortcut,
  look = 'quiet',
}: {
  text: string
  children: string
  shortcut?: string
  look?: 'main' | 'quiet'
}) {
  const t = useTexts(texts)
  const [outcome, setOutcome] = useState<'copied' | 'failed'>()
  const copy = async () => {
    setOutcome((await copyText(text)) ? 'copied' : 'failed')
    setTimeout(() => setOutcome(undefined), 4_000)
  }
  return (
    <Button look={look} onPress={() => void copy()} {...(shortcut !== undefined && { shortcut })}>
      <span aria-live="polite">{outcome ? t[outcome] : children}</span>
    </Button>
  )
}
