import { pagePaths } from '@equerre/contract/pages'
import { shellWords } from '#words/shell'

export const legalLinks = [
  [pagePaths.legalNotice, shellWords.legal.legalNotice],
  [pagePaths.terms, shellWords.legal.terms],
  [pagePaths.withdrawal, shellWords.legal.withdrawal],
  [pagePaths.privacy, shellWords.legal.privacy],
  [pagePaths.cookies, shellWords.legal.cookies],
  [pagePaths.accessibility, shellWords.legal.accessibility],
] as const
