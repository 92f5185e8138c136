import { HeartPulse } from 'lucide-react'
import type { NavEntry } from '../page.ts'

export const operatorNav: readonly NavEntry[] = [
  { path: '', title: { en: 'Health', ro: 'Stare' }, icon: HeartPulse, key: 'h' },
]
