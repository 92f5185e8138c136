import { X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { Dialog, DialogTrigger, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { useTexts } from '../../i18n/language.tsx'
import type { Search } from '../../urls.ts'
import { Button } from '../button.tsx'
import { useShortcuts } from '../shortcuts.ts'
import { type Filter, isValueOf } from './filter.ts'
import { FilterFields } from './filter-fields.tsx'
import { FilterSheet } from './filter-sheet.tsx'
import { wordsOf } from './filter-words.ts'
import { listTexts } from './texts.ts'

export type FilterBarProps = {
  filters: readonly Filter[]
  values: Search
  /** Sets these values; an empty one takes the filter away. */
  onChange(values: Search): void
  /** How many rows there are with these values, as text. */
  count?: string | undefined
}

/** The filters that hold, as chips; each opens its editor. On a phone they are in a sheet. */
export function FilterBar(props: FilterBarProps) {
  const { filters, values, onChange } = props
  const t = useTexts(listTexts)
  const [adding, setAdding] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const keys = { f: () => setOpen(true), F: () => clear() }
  useShortcuts(keys)
  const clear = () => onChange(Object.fromEntries(filters.map(({ name }) => [name, ''])))
  const active = filters.filter(({ name, usual }) => values[name] || name === adding || usual !== undefined)
  const rest = filters.filter((filter) => !active.includes(filter))
  if (filters.length === 0) return null
  return (
    <search className="filters">
      <FilterSheet {...props} />
      <div className="chips">
        {active.map((filter) => (
          <Chip
            key={filter.name}
            filter={filter}
            values={values}
            isNew={filter.name === adding}
            onClose={() => setAdding(undefined)}
            onChange={(value) => onChange({ [filter.name]: value })}
          />
        ))}
        {rest.length > 0 && (
          <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
            <Button look="quiet" shortcut="F" onPress={() => setOpen(true)}>
              + {t.filter}
            </Button>
            <Popover className="popover" placement="bottom start">
              <Menu aria-label={t.filter} onAction={(name) => setAdding(String(name))}>
                {rest.map(({ name, label }) => (
                  <MenuItem key={name} id={name} className="option">
                    {label}
                  </MenuItem>
                ))}
              </Menu>
            </Popover>
          </MenuTrigger>
        )}
        {filters.some(({ name }) => values[name]) && (
          <Button look="quiet" shortcut="Shift+F" onPress={clear}>
            {t.clear}
          </Button>
        )}
      </div>
    </search>
  )
}

type ChipProps = {
  filter: Filter
  values: Search
  isNew: boolean
  onClose: () => void
  onChange(value: string): void
}

function Chip({ filter, values, isNew, onClose, onChange }: ChipProps) {
  const value = values[filter.name] ?? ''
  const t = useTexts(listTexts)
  const [isOpen, setOpen] = useState(isNew)
  const close = () => {
    setOpen(false)
    onClose()
  }
  const words = wordsOf(filter, values, t)
  return (
    <span className="chip">
      <DialogTrigger isOpen={isOpen} onOpenChange={(to) => (to ? setOpen(true) : close())}>
        <Button onPress={() => setOpen(true)}>{value || filter.usual ? words : filter.label}</Button>
        <Popover className="popover filter-editor" placement="bottom start">
          <Dialog aria-label={filter.label}>
            <Editor
              filter={filter}
              value={value}
              onApply={(chosen) => {
                close()
                onChange(chosen)
              }}
            />
          </Dialog>
        </Popover>
      </DialogTrigger>
      {value && (
        <Button label={t.remove(words)} onPress={() => onChange('')}>
          <X size={14} aria-hidden />
        </Button>
      )}
    </span>
  )
}

/** Takes effect when it is sent: by Enter or the button. What cannot be is not sent. */
function Editor({ filter, value, onApply }: { filter: Filter; value: string; onApply(value: string): void }) {
  const t = useTexts(listTexts)
  const [draft, setDraft] = useState(value)
  const id = useId()
  const send = (event: FormEvent) => {
    event.preventDefault()
    const chosen = filter.kind === 'text' ? draft.trim() : draft
    if (chosen === '' || isValueOf(filter, chosen)) onApply(chosen)
  }
  return (
    <form id={id} className="stack" onSubmit={send}>
      <FilterFields filter={filter} value={draft} onChange={setDraft} autoFocus />
      <Button
        type="submit"
        look="main"
        {...(draft !== '' && !isValueOf(filter, draft) && { whyNot: filter.kind === 'range' ? t.number : t.ownDays })}
      >
        {t.apply}
      </Button>
    </form>
  )
}
