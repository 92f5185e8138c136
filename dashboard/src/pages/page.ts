import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Texts } from '../i18n/language.tsx'

/** An address below the scope's and the page that is loaded when it is opened. `$id` is a part of the address. */
export type PageAt = { path: string; load: () => Promise<{ default: ComponentType }> }

/** One entry of the navigation; shown to people with the permission. */
export type NavEntry = {
  /** Below the scope's address; empty for its home. */
  path: string
  title: Texts<string>
  icon?: LucideIcon
  permission?: string
  /** Shown in staging alone, where what it shows exists. */
  testOnly?: boolean
  /** The second of two keys: `g` and this one lead here. */
  key?: string
  children?: readonly NavEntry[]
}
