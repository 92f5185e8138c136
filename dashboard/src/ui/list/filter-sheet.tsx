import { useState } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { useTexts } from '../../i18n/language.tsx'
import { Button } from '../button.tsx'
import { isValueOf } from './filter.ts'
import type { FilterBarProps } from './filter-bar.tsx'
import { FilterFields } from './filter-fields.tsx'
import { listTexts } from './texts.ts'

/** All filters on one full screen, for phones. Each takes effect at once behind it, so that the button can say how many. */
export function FilterSheet({ filters, values, onChange, count }: FilterBarProps) {
  const t = useTexts(listTexts)
  const [isOpen, setOpen] = useState(false)
  const [drafts, setDrafts] = useState(values)
  const held = filters.filter(({ name }) => values[name]).length
  const open = () => {
    setDrafts(values)
    setOpen(true)
  }
  return (
    <div className="phone-only">
      <Button onPress={open}>{held > 0 ? `${t.filters} (${held})` : t.filters}</Button>
      <ModalOverlay className="veil" isOpen={isOpen} onOpenChange={setOpen} isDismissable>
        <Modal className="whole-sheet">
          <Dialog aria-label={t.filters}>
            <Heading slot="title" level={2}>
              {t.filters}
            </Heading>
            <div className="stack">
              {filters.map((filter) => (
                <FilterFields
                  key={filter.name}
                  filter={filter}
                  value={drafts[filter.name] ?? ''}
                  onChange={(value) => {
                    setDrafts((before) => ({ ...before, [filter.name]: value }))
                    const isDone = value === '' || isValueOf(filter, value)
                    // What is typed waits for the button.
                    if (isDone && filter.kind !== 'text' && filter.kind !== 'range') onChange({ [filter.name]: value })
                  }}
                />
              ))}
            </div>
            <div className="sticky">
              <Button
                look="quiet"
                onPress={() => {
                  setDrafts({})
                  onChange(Object.fromEntries(filters.map(({ name }) => [name, ''])))
                }}
              >
                {t.clear}
              </Button>
              <Button
                look="main"
                onPress={() => {
                  const typed = filters.filter(({ name }) => (drafts[name] ?? '') !== (values[name] ?? ''))
                  const fitting = typed.filter(
                    (filter) => !drafts[filter.name] || isValueOf(filter, drafts[filter.name]!),
                  )
                  if (fitting.length > 0)
                    onChange(Object.fromEntries(fitting.map(({ name }) => [name, drafts[name] ?? ''])))
                  setOpen(false)
                }}
              >
                {count === undefined ? t.show : t.shows(count)}
              </Button>
            </div>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </div>
  )
}
