import { useState } from 'react'
import { Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { useTexts } from '../../i18n/language.tsx'
import { Button } from '../button.tsx'
import { changeDensity, densities, density } from '../density.ts'
import { Field } from '../field.tsx'
import type { Column } from './spec.ts'
import { listTexts } from './texts.ts'

type ColumnsMenuProps = {
  columns: readonly Pick<Column<never>, 'name' | 'title'>[]
  /** Empty: all. */
  chosen: readonly string[]
  onChange(names: readonly string[]): void
}

/** Which columns are shown, which the address says, and how high the rows are, which the browser keeps. */
export function ColumnsMenu({ columns, chosen, onChange }: ColumnsMenuProps) {
  const t = useTexts(listTexts)
  const [rows, setRows] = useState(density)
  const [first, ...others] = columns
  const names = others.map(({ name }) => name)
  const shown = chosen.length === 0 ? names : names.filter((name) => chosen.includes(name))
  const choose = (text: string) => {
    const kept = names.filter((name) => text.split(',').includes(name))
    onChange(kept.length === names.length || !first ? [] : [first.name, ...kept])
  }
  return (
    <DialogTrigger>
      <Button className="wide-only" look="quiet">
        {t.columns} ▾
      </Button>
      <Popover className="popover editor" placement="bottom end">
        <Dialog aria-label={t.columns} className="stack">
          <Field
            name="columns"
            label={t.columns}
            kind="checks"
            options={others.map(({ name, title }) => ({ value: name, label: title }))}
            value={shown.join(',')}
            onChange={choose}
          />
          <Field
            name="density"
            label={t.density}
            kind="choice"
            options={densities.map((one) => ({ value: one, label: t.densities[one] }))}
            value={rows}
            onChange={(to) => {
              const one = densities.find((known) => known === to) ?? 'roomy'
              changeDensity(one)
              setRows(one)
            }}
          />
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
