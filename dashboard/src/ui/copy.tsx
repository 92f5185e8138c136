import { useState } from 'react'
import { type Texts, useTexts } from '../i18n/language.tsx'
import { Button } from './button.tsx'

const texts: Texts<{ copied: string }> = { en: { copied: 'Copied' }, ro: { copied: 'Copiat' } }

/** Copies a text and says so. */
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
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 2_000)
  }
  return (
    <Button look={look} onPress={() => void copy()} {...(shortcut !== undefined && { shortcut })}>
      <span aria-live="polite">{isCopied ? t.copied : children}</span>
    </Button>
  )
}
