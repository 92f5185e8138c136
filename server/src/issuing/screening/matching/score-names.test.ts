import { describe, expect, test } from 'vitest'
import { tokensOf } from './name-tokens.ts'
import { scoreNames } from './score-names.ts'

const score = (one: string, other: string) => scoreNames(tokensOf(one), tokensOf(other))
/** The default of FLORIN_SCREENING_REVIEW_SCORE. */
const reviewed = 0.85

/** Invented persons: any likeness to a real one is chance. */
describe('a name is found again', () => {
  test.each([
    ['the same', 'Tavio Brenholm', 'Tavio Brenholm', 1],
    ['in capitals, the surname first', 'Tavio Brenholm', 'BRENHOLM, Tavio', 1],
    ['in another order', 'Brenholm Tavio', 'Tavio Brenholm', 1],
    ['with accents', 'Željko Đurić', 'ZELJKO DURIC', 1],
    ['with a hyphen', 'Anna-Lena Vosstrup', 'VOSSTRUP, Anna Lena', 1],
    ['with an apostrophe', "Conor O'Draighne", 'ODRAIGHNE, Conor', 1],
    ['behind many particles', `${'de la '.repeat(6)}Tavio Brenholm`, 'BRENHOLM, Tavio', 1],
    ['behind many initials', 'A B C D E F G H I J K L Tavio Brenholm', 'BRENHOLM, Tavio', 1],
    ['with an article', 'Samir al-Quntar', 'QUNTAR, Samir', 1],
    ['in full width letters', 'Ｔａｖｉｏ Brenholm', 'Tavio Brenholm', 1],
    ['words written as one', 'Abdulrahman Qasimov', 'QASIMOV, Abdul Rahman', 1],
    ['words written apart', 'Abdul Rahman Qasimov', 'QASIMOV, Abdulrahman', 1],
    ['with a typing error', 'Tavio Brenholn', 'Tavio Brenholm', 0.95],
    ['with a letter doubled', 'Mohamed Jabbari', 'Mohammed Jabari', 1],
    ['with another vowel', 'Muhammad Jabari', 'Mohammed Jabari', 0.88],
    ['without the patronymic', 'Vladislav Petrenkov', 'PETRENKOV, Vladislav Igorevich', 0.85],
    ['with a patronymic that the list does not have', 'Vladislav Igorevich Petrenkov', 'PETRENKOV, Vladislav', 0.85],
    ['with an initial', 'T. Brenholm', 'BRENHOLM, Tavio', 0.85],
    ['Cyrillic', 'Юрий Щербатов', 'SHCHERBATOV, Yuriy', 0.97],
    ['Cyrillic, transliterated in another way', 'Юрий Брегов', 'BREGOW, Juri', 0.85],
    ['Ukrainian', 'Володимир Гнатенко', 'HNATENKO, Volodymyr', 0.85],
    ['Greek', 'Μιχάλης Παπαδάκης', 'PAPADAKIS, Michalis', 0.97],
    ['Arabic', 'محمد حسين الجابري', 'AL-JABIRI, Mohammed Hussein', 0.85],
    ['Arabic, with an article and another spelling', 'عمر القذافي', 'QADHDHAFI, Omar', 0.85],
    ['Hebrew', 'יוסף לוי', 'LEVI, Yosef', 0.8],
    ['Korean', '박정수', 'BAK, Jeong Su', 0.9],
    ['Chinese', '王小明', 'WANG, Xiaoming', 0.97],
  ])('%s: %s, %s', (_, one, other, least) => {
    expect(score(one, other)).toBeGreaterThanOrEqual(least - 1e-9)
    expect(score(other, one)).toBeCloseTo(score(one, other), 9)
  })
})

describe('another name is another person', () => {
  test.each([
    ['Maria Garcia', 'GARZA, Mario'],
    ['John Smith', 'SMITH, Jane'],
    ['John Smith', 'JOHNSON, Smith Peter William'],
    ['Ali Hassan', 'HUSSEIN, Ali'],
    ['Ana Popescu', 'POPESCU, Anastasia'],
    ['Ana Popescu', 'IONESCU, Ana'],
    ['Carlos Garcia', 'CARLOS'],
    ['Mohammed Ali', 'AL-KHATIB, Mohammed Ali Hussein'],
    ['Mohammed Ali', 'MOHAMMED, Yusuf'],
    ['Kim Jong', 'KIM, Chol Su'],
    ['Ivan Petrov', 'PETROV, Sergei Ivanovich'],
    ['Peter Müller', 'MUELLER, Hans'],
    ['Li Wei', 'LI, Na'],
    ['Maria Silva', 'SILVEIRA, Mario'],
    ['David Cohen', 'KOHAN, Davoud'],
  ])('%s, %s', (one, other) => {
    expect(score(one, other)).toBeLessThan(reviewed)
    expect(score(other, one)).toBeLessThan(reviewed)
  })
})

test('a name of nothing but signs is like no other', () => {
  expect(score('???', 'Tavio Brenholm')).toBe(0)
  expect(score('', '')).toBe(0)
})
