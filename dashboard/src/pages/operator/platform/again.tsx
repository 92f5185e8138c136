import { useTexts } from '../../../i18n/language.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import type { BulkAction, Column } from '../../../ui/list-page.tsx'
import { useGate } from '../acting.tsx'
import { common } from '../words.ts'

type Again<Row> = {
  name: string
  permission: string
  /** `over`: why a row cannot be done again. */
  texts: { one: string; these: string; effect: string; over: string }
  nameOf(row: Row): string
  can(row: Row): boolean
  run(row: Row, reason: string): Promise<unknown>
}

/** Doing again what was given up, with a reason: a row by its button in the last column, and those that are selected. */
export function useAgain<Row>(again: Again<Row>): { column: Column<Row>; bulk: readonly BulkAction<Row>[] } {
  const { name, permission, texts } = again
  const c = useTexts(common)
  const allowed = useGate()(permission)
  const fields = [useReasonField()]
  const { effect } = texts
  const run = (row: Row, { reason = '' }: Readonly<Record<string, string>>) => again.run(row, reason)
  const button = (row: Row) => (
    <ActionButton
      action={{
        name,
        label: texts.one,
        ...(again.can(row) ? allowed : { whyNot: texts.over }),
        spec: {
          title: `${texts.one}: ${again.nameOf(row)}`,
          fields,
          effect,
          submit: texts.one,
          run: (values) => run(row, values),
        },
      }}
    />
  )
  return {
    column: { name: 'actions', title: c.actions, isTitleUnseen: true, isEnd: true, cell: button },
    bulk: [{ name, label: texts.these, ...allowed, fields, effect, run }],
  }
}
