import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Texts } from '../i18n/language.tsx'
import type { Search } from '../urls.ts'

/** An address below the scope's and the page that is loaded when it is opened. `$id` is a part of the address. */
export type PageAt = { path: string; load: () => Promise<{ default: ComponentType }> }

/** One entry of the navigation; shown to people with the permission. */
export type NavEntry = {
  /** Below the scope's address; empty for its home. */
  path: string
  /** The same list with a filter, as an entry of its own. */
  search?: Search
  title: Texts<string>
  icon?: LucideIcon
  permission?: string
  /** Shown in staging alone, where what it shows exists. */
  testOnly?: boolean
  /** The second of two keys: `g` and this one lead here. */
  key?: string
  children?: readonly NavEntry[]
  /** Below a line, after everything else. */
  isAtFoot?: boolean
}
