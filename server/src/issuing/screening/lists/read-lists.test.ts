import { expect, test } from 'vitest'
import type { Found, ListEntry, ListName } from '../list-entry.ts'
import { birthOf } from './births.ts'
import { countryCode } from './countries.ts'
import { type ListFile, readList } from './read-list.ts'

/** A file that arrives a few bytes at a time, so that every name is torn apart somewhere. */
const fileOf = (text: string, size = 7): ListFile => ({
  open: async function* () {
    const bytes = new TextEncoder().encode(text)
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  },
})
const read = (list: ListName, main: string, others: { aliases?: string; addresses?: string } = {}): Promise<Found[]> =>
  Array.fromAsync(
    readList(list, {
      main: fileOf(main),
      aliases: others.aliases === undefined ? undefined : fileOf(others.aliases),
      addresses: others.addresses === undefined ? undefined : fileOf(others.addresses),
    }),
  )
const entriesIn = (found: readonly Found[]): ListEntry[] => found.flatMap((one) => ('entry' in one ? [one.entry] : []))
const problemsIn = (found: readonly Found[]): string[] =>
  found.flatMap((one) => ('problem' in one ? [`line ${one.line} ${one.problem}`] : []))

// All persons here are invented; the formats are the true ones.
const ofacXml = `<?xml version="1.0" standalone="yes"?>
<sdnList xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/XML">
  <publshInformation><Publish_Date>05/02/2026</Publish_Date><Record_Count>3</Record_Count></publshInformation>
  <sdnEntry>
    <uid>9001</uid><firstName>Tavio Ștefan</firstName><lastName>BRENHOLM &amp; ILVES</lastName><sdnType>Individual</sdnType>
    <programList><program>SDGT</program><program>IRAN</program></programList>
    <idList><id><uid>1</uid><idType>Digital Currency Address - XBT</idType><idNumber>bc1qinvented</idNumber></id></idList>
    <akaList>
      <aka><uid>2</uid><type>a.k.a.</type><category>strong</category><lastName>BRENHOLMAS</lastName><firstName>Tavijus</firstName></aka>
      <aka><uid>3</uid><type>a.k.a.</type><category>weak</category><lastName>TAVI</lastName></aka>
    </akaList>
    <addressList><address><uid>4</uid><city>Nowhere</city><country>Korea, North</country></address></addressList>
    <nationalityList><nationality><uid>5</uid><country>Iran</country><mainEntry>true</mainEntry></nationality></nationalityList>
    <dateOfBirthList>
      <dateOfBirthItem><uid>6</uid><dateOfBirth>07 Oct 1962</dateOfBirth><mainEntry>true</mainEntry></dateOfBirthItem>
      <dateOfBirthItem><uid>7</uid><dateOfBirth>circa 1964</dateOfBirth><mainEntry>false</mainEntry></dateOfBirthItem>
    </dateOfBirthList>
  </sdnEntry>
  <sdnEntry><uid>9002</uid><lastName>EXAMPLE SHIPPING LLC</lastName><sdnType>Entity</sdnType></sdnEntry>
  <sdnEntry><uid>9003</uid><sdnType>Individual</sdnType></sdnEntry>
</sdnList>`

const tavio: ListEntry = {
  reference: '9001',
  type: 'person',
  names: [{ name: 'Tavio Ștefan BRENHOLM & ILVES' }, { name: 'Tavijus BRENHOLMAS' }, { name: 'TAVI', isWeak: true }],
  births: [
    { text: '07 Oct 1962', fromYear: 1962, toYear: 1962 },
    { text: 'circa 1964', fromYear: 1962, toYear: 1966 },
  ],
  countries: ['IR', 'KP'],
  programmes: ['SDGT', 'IRAN'],
  wallets: [{ currency: 'XBT', address: 'bc1qinvented' }],
}

test('the XML of OFAC is read entry by entry, with aliases, births, countries and wallets', async () => {
  const found = await read('ofac', ofacXml)
  expect(found.slice(0, 2)).toEqual([{ entries: 3 }, { publishedOn: '2026-05-02' }])
  expect(entriesIn(found)[0]).toEqual(tavio)
  expect(entriesIn(found)[1]).toMatchObject({ reference: '9002', type: 'organisation', births: [] })
  expect(problemsIn(found)).toEqual(['line 20 entry 9003 has no name'])
})

test('the CSV of OFAC is three files, and its remarks hold births, countries and wallets', async () => {
  const remarks =
    'DOB 07 Oct 1962; alt. DOB circa 1964; POB Nowhere; nationality Iran; Digital Currency Address - XBT bc1qinvented;'
  const sdn = [
    `9001,"BRENHOLM & ILVES, Tavio Ștefan","individual","SDGT] [IRAN",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"${remarks}"`,
    '9002,"EXAMPLE SHIPPING LLC",-0- ,"SDGT",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ',
    '9004,"TOO, Short","individual"',
    '\u001a',
  ].join('\r\n')
  const aliases = ['9001,1,"aka","BRENHOLMAS, Tavijus",-0- ', '9001,2,"aka","TAVI","weak"', '\u001a'].join('\r\n')
  const addresses = ['9001,1,"1 No Street","Nowhere","Korea, North",-0- ', '\u001a'].join('\r\n')
  const found = await read('ofac', sdn, { aliases, addresses })
  expect(entriesIn(found)[0]).toEqual({ ...tavio, remarks })
  expect(entriesIn(found)[1]).toMatchObject({ reference: '9002', type: 'organisation' })
  expect(problemsIn(found)).toEqual(['line 3 has not the 12 columns of SDN.CSV'])
})

const lenka: ListEntry = {
  reference: 'EU.9001.1',
  type: 'person',
  names: [{ name: 'Lenka Vosstrup' }, { name: 'Ленка Восструп' }, { name: 'Lena', isWeak: true }],
  births: [
    { text: '1971-02-28', fromYear: 1971, toYear: 1971 },
    { text: 'circa 1970 to 1972', fromYear: 1968, toYear: 1974 },
  ],
  countries: ['BY'],
  programmes: ['BLR'],
  wallets: [],
  remarks: 'Invented.',
}

test('the XML of the European Union is read by its attributes', async () => {
  const found = await read(
    'eu',
    `<?xml version="1.0" encoding="UTF-8"?>
<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-05-02T17:00:34.049+02:00" globalFileId="1">
  <sanctionEntity designationDetails="" unitedNationId="" euReferenceNumber="EU.9001.1" logicalId="13">
    <remark>Invented.</remark>
    <regulation regulationType="regulation" programme="BLR" logicalId="1"><publicationUrl>http://x.example</publicationUrl></regulation>
    <subjectType code="person" classificationCode="P"/>
    <nameAlias firstName="Lenka" middleName="" lastName="Vosstrup" wholeName="Lenka Vosstrup" strong="true" logicalId="17"/>
    <nameAlias firstName="Ленка" middleName="" lastName="Восструп" wholeName="" strong="true" logicalId="18"/>
    <nameAlias wholeName="Lena" strong="false" logicalId="19"/>
    <citizenship region="" countryIso2Code="BY" countryDescription="BELARUS" logicalId="20"/>
    <birthdate circa="false" birthdate="1971-02-28" year="1971" countryIso2Code="00" logicalId="21"/>
    <birthdate circa="true" yearRangeFrom="1970" yearRangeTo="1972" countryIso2Code="BY" logicalId="22"/>
  </sanctionEntity>
  <sanctionEntity euReferenceNumber="EU.9002.2" logicalId="14">
    <subjectType code="planet" classificationCode="X"/>
    <nameAlias wholeName="Examplia" strong="true" logicalId="30"/>
  </sanctionEntity>
</export>`,
  )
  expect(found[0]).toEqual({ publishedOn: '2026-05-02' })
  expect(entriesIn(found)).toEqual([lenka])
  expect(problemsIn(found)).toEqual(['line 14 entry EU.9002.2 is of the unknown type "planet"'])
})

test('the CSV of the European Union has a row for each fact, and rows of one entry are put together', async () => {
  const header =
    'fileGenerationDate;Entity_LogicalId;Entity_EU_ReferenceNumber;Entity_Remark;Entity_SubjectType;Entity_Regulation_Programme;' +
    'NameAlias_LastName;NameAlias_FirstName;NameAlias_MiddleName;NameAlias_WholeName;NameAlias_Strong;' +
    'BirthDate_BirthDate;BirthDate_Year;BirthDate_YearRangeFrom;BirthDate_YearRangeTo;BirthDate_Circa;Citizenship_CountryIso2Code'
  const begin = '2026-05-02;13;EU.9001.1;Invented.;P;BLR'
  const found = await read(
    'eu',
    [
      `\uFEFF${header}`,
      `${begin};Vosstrup;Lenka;;Lenka Vosstrup;true;;;;;;`,
      `${begin};Восструп;Ленка;;;true;;;;;;BY`,
      '2026-05-02;14;EU.9002.2;;E;BLR;;;;"Example; Ltd";true;;;;;;',
      `${begin};;;;Lena;false;1971-02-28;1971;;;false;00`,
      `${begin};;;;;;;;1970;1972;true;`,
      '2026-05-02;15;too;many',
    ].join('\n'),
  )
  expect(entriesIn(found)).toEqual([lenka, expect.objectContaining({ names: [{ name: 'Example; Ltd' }] })])
  expect(problemsIn(found)).toEqual(['line 7 has 4 columns and not 17'])
})

test.each<[string, ListName, string, string]>([
  ['XML that breaks off', 'ofac', ofacXml.slice(0, -30), 'is no XML: Unclosed root tag'],
  ['a document type', 'eu', '<!DOCTYPE x [<!ENTITY a "aaa">]><export>&a;</export>', 'has a document type'],
  [
    'an unknown entity',
    'eu',
    '<export><sanctionEntity>&a;</sanctionEntity></export>',
    'is no XML: Invalid character entity',
  ],
  ['CSV of another kind', 'eu', 'name,birth\nx,1', 'names the columns, and Entity_LogicalId'],
  ['a lone file of three', 'ofac', '9001,"X",', 'a CSV needs ALT.CSV and ADD.CSV'],
])('%s is refused as a whole', async (_, list, text, why) => {
  await expect(read(list, text)).rejects.toThrow(why)
})

test('a file in another encoding is refused, and not read with wrong letters', async () => {
  const file = {
    open: async function* () {
      yield Buffer.from('<export><sanctionEntity euReferenceNumber="\xE9"/></export>', 'latin1')
    },
  }
  await expect(Array.fromAsync(readList('eu', { main: file }))).rejects.toThrow('another encoding than UTF-8')
})

test('an entry that never ends is refused before it fills the memory', async () => {
  const file = {
    open: async function* () {
      yield Buffer.from('<sdnList><sdnEntry><remarks>')
      for (;;) yield Buffer.from('x'.repeat(100_000))
    },
  }
  await expect(Array.fromAsync(readList('ofac', { main: file }))).rejects.toThrow('an entry of more than')
})

test.each([
  ['07 Oct 1962', 1962, 1962],
  ['1962', 1962, 1962],
  ['Oct 1962', 1962, 1962],
  ['circa 1962', 1960, 1964],
  ['1960 to 1965', 1960, 1965],
  ['1962-10-07', 1962, 1962],
])('the years of %s are known', (text, fromYear, toYear) => {
  expect(birthOf(text)).toEqual({ text, fromYear, toYear })
})

test('a date without a year says nothing', () => {
  expect(birthOf('07 Oct')).toBeUndefined()
  expect(birthOf('')).toBeUndefined()
})

test.each([
  ['Iran', 'IR'],
  ['Korea, North', 'KP'],
  ['Congo, Democratic Republic of the', 'CD'],
  ['Burma', 'MM'],
  ['Germany', 'DE'],
  ['DE', 'DE'],
  ['DEU', 'DE'],
  ['Examplia', 'Examplia'],
])('the country %s is %s', (text, code) => {
  expect(countryCode(text)).toBe(code)
})
