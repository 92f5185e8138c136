import type { ReactNode } from 'react'

/** A short table inside of a panel: heads, and rows of cells; amounts stand at the end. */
export function SmallTable({
  title,
  heads,
  rows,
}: {
  title: string
  heads: readonly (string | { end: string })[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}) {
  const isEnd = (index: number) => typeof heads[index] === 'object'
  return (
    <div className="rows small">
      <table className="table small">
        <caption className="unseen">{title}</caption>
        <thead>
          <tr>
            {heads.map((head, index) => {
              const text = textOf(head)
              return (
                <th key={text} scope="col" className={isEnd(index) ? 'end' : ''}>
                  {text}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells follow the heads
                <td key={index} className={isEnd(index) ? 'end' : ''} data-head={textOf(heads[index])}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const textOf = (head: string | { end: string } | undefined): string =>
  typeof head === 'object' ? head.end : (head ?? '')
