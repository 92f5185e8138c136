import { useContext, useMemo, useRef } from 'react'
import { plural, useLanguage, useTexts } from '../i18n/language.tsx'
import { Button } from './button.tsx'
import { BulkBar, useHeldRows } from './list/bulk-bar.tsx'
import { ColumnsMenu } from './list/columns-menu.tsx'
import { ExportButton } from './list/export-dialog.tsx'
import { FilterBar } from './list/filter-bar.tsx'
import { wordsOf } from './list/filter-words.ts'
import { FoundInList, SoughtContext } from './list/found-in-list.tsx'
import { inListOf } from './list/in-list.ts'
import { firstPage } from './list/list-address.ts'
import { Pager } from './list/pager.tsx'
import { Peek } from './list/peek.tsx'
import { Rows } from './list/rows.tsx'
import type { ListSpec } from './list/spec.ts'
import { listTexts } from './list/texts.ts'
import { useHeldBack, useList, useWithout } from './list/use-list.ts'
import { usePeek } from './list/use-peek.ts'
import { useSelection } from './list/use-selection.ts'
import { ViewsBar } from './list/views-bar.tsx'
import { rememberRow, useReturn, useRowKeys } from './row-keys.ts'
import { Empty, ErrorPanel, Loading } from './states.tsx'
import { useTitle } from './title.ts'

export type { Filter, Need } from './list/filter.ts'
export type { BulkAction, Column, Export, ListSpec, MatchingAction } from './list/spec.ts'

/** A list whose every decision is in its address: filters, order, columns and place. In the search it shows what fits. */
export function ListPage<Row extends { id: string }>(spec: ListSpec<Row>) {
  const sought = useContext(SoughtContext)
  return sought ? <FoundInList spec={spec} sought={sought} /> : <WholeList {...spec} />
}

function WholeList<Row extends { id: string }>(spec: ListSpec<Row>) {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const list = useList(spec)
  const { address, change, page } = list
  useTitle(spec.title)
  const setValues = (values: Readonly<Record<string, string>>) => change({ values: { ...address.values, ...values } })
  const number = new Intl.NumberFormat(language)
  return (
    <>
      <div className="head">
        <div>
          <h1>{spec.title}</h1>
          {spec.about && <p className="soft">{spec.about}</p>}
        </div>
        <div className="actions">
          {spec.actions}
          <ColumnsMenu
            columns={spec.columns}
            chosen={address.columns}
            onChange={(columns) => change({ columns, place: address.place })}
          />
          {spec.export && (
            <ExportButton
              title={spec.title}
              export={spec.export}
              filters={spec.filters}
              columns={spec.columns}
              address={address}
              query={list.query}
              page={page}
            />
          )}
        </div>
      </div>
      <ViewsBar
        list={spec.listKey[0]}
        known={list.known}
        address={address}
        onOpen={(opened) => change(opened, 'replace')}
      />
      <FilterBar
        filters={spec.filters}
        values={address.values}
        onChange={setValues}
        count={page && number.format(page.total)}
      />
      {list.ignored.length > 0 && (
        <p className="notice wait" role="status">
          {t.ignored(list.ignored.join(', '))}
        </p>
      )}
      {list.isExpired ? (
        <div className="notice wait" role="alert">
          <span>{t.expired}</span>
          <Button onPress={() => change({ place: firstPage }, 'replace')}>{t.show}</Button>
        </div>
      ) : list.error && !page ? (
        <ErrorPanel error={list.error} onRetry={list.retry} />
      ) : page ? (
        <Loaded spec={spec} list={list} />
      ) : (
        <Loading lines={8} />
      )}
    </>
  )
}

type LoadedProps<Row extends { id: string }> = { spec: ListSpec<Row>; list: ReturnType<typeof useList<Row>> }

function Loaded<Row extends { id: string }>({ spec, list }: LoadedProps<Row>) {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const { address, page, change } = list
  const { shown = [], fresh, show } = useHeldBack(page?.data, list.arrival)
  const { ids, ...selection } = useSelection(shown.map(({ id }) => id))
  const table = useRef<HTMLTableElement>(null)
  const canSelect = spec.bulk !== undefined
  const { open, close, peeked, at } = usePeek(spec, shown, table)
  useRowKeys(table, { onSelect: canSelect ? selection.select : undefined, onPeek: open, peeked })
  useReturn(table, shown.length > 0)
  const columns = useMemo(() => {
    const { columns: chosen } = address
    if (peeked !== undefined) return spec.columns.filter(({ phone }) => phone !== 'never').slice(0, 3)
    return chosen.length === 0 ? spec.columns : spec.columns.filter(({ name }) => chosen.includes(name))
  }, [spec.columns, address, peeked])
  const inList = inListOf(spec, list, shown, t, language)
  const selected = shown.filter(({ id }) => ids.has(id))
  const { rows: held, isWholePage, onBusy } = useHeldRows(selected, selected.length === shown.length)
  const turn = page && (
    <Pager
      page={page}
      isRising={(address.sort || spec.usualSort) === 'created'}
      onTurn={(place) => change({ place })}
      onCountExactly={list.countExactly}
      counting={list.counting}
    />
  )
  const isEmpty = !page || page.data.length === 0
  return (
    <>
      {!isEmpty && fresh > 0 && (
        <div role="status">
          <Button onPress={show}>{plural(language, fresh, t.fresh)}</Button>
        </div>
      )}
      {canSelect && held.length > 0 && (
        <BulkBar
          listName={String(spec.listKey[0])}
          rows={held}
          actions={spec.bulk ?? []}
          matching={isWholePage ? (spec.matching ?? []) : []}
          query={list.query}
          total={inList?.total ?? ''}
          onClear={selection.clear}
          onBusy={onBusy}
        />
      )}
      {isEmpty ? (
        <Nothing spec={spec} list={list} />
      ) : (
        <div className={at === undefined ? '' : 'peeking'}>
          <div className="panel rows" aria-busy={list.isBusy}>
            <Rows
              table={table}
              spec={spec}
              inList={inList}
              peeked={peeked}
              columns={columns}
              rows={shown}
              sort={address.sort || (spec.usualSort ?? '')}
              onSort={(sort) => change({ sort: sort === spec.usualSort ? '' : sort })}
              selection={canSelect ? { ids, ...selection } : undefined}
            />
          </div>
          {at !== undefined && (
            <Peek to={at} inList={inList} onOpen={() => peeked !== undefined && rememberRow(peeked)} onClose={close} />
          )}
        </div>
      )}
      {/* A search that looked at many rows in vain continues on the next page. */}
      {(!isEmpty || (page && 'next' in page && page.next)) && turn}
    </>
  )
}

/** Nothing at all yet, or nothing that fits: then it says what there is without each of the filters. */
function Nothing<Row extends { id: string }>({ spec, list }: LoadedProps<Row>) {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const { address, change } = list
  const isFiltered = Object.keys(address.values).length > 0
  const goesOn = list.page !== undefined && 'searchedTo' in list.page && list.page.searchedTo !== undefined
  const without = useWithout(spec, address, isFiltered && !goesOn && !list.isBusy)
  const number = new Intl.NumberFormat(language)
  if (!isFiltered) return <div className="panel">{spec.empty}</div>
  return (
    <div className="panel">
      <Empty title={goesOn ? t.nothingSoFar : t.nothing}>
        <p className="soft">{goesOn ? t.nothingSoFarHint : t.nothingHint}</p>
        {without.map(({ name, total, isExact }) => {
          const filter = spec.filters.find((one) => one.name === name)
          const count = isExact ? number.format(total) : t.leastOf(number.format(total))
          return (
            filter && (
              <Button key={name} onPress={() => change({ values: { ...address.values, [name]: '' } })}>
                {t.without(wordsOf(filter, address.values, t), count)}
              </Button>
            )
          )
        })}
      </Empty>
    </div>
  )
}
