import { House } from 'lucide-react'
import type { NavEntry } from '../page.ts'

export const partnerNav: readonly NavEntry[] = [{ path: '', title: { en: 'Home', ro: 'Acasă' }, icon: House, key: 'h' }]
