import { compareAll } from './statements.ts'

const { statements, reasons, untested, faults } = compareAll()
for (const number of untested)
  console.log(`${number}  ${statements[number]}\n      ${reasons[number] ?? 'NO REASON'}`)
console.log(`${Object.keys(statements).length} statements, ${untested.length} without a test of their own`)
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
