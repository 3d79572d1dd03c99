import { writeFileSync } from 'node:fs'
import { classTypes, classTypesFile, readSheets } from './style-sheets.ts'

writeFileSync(classTypesFile, classTypes(readSheets()))
