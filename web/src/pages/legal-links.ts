import { pagePaths } from '@equerre/contract/pages'
import { fr } from '../messages.fr.ts'

export const legalLinks = [
  [pagePaths.legalNotice, fr.legal.legalNotice],
  [pagePaths.terms, fr.legal.terms],
  [pagePaths.withdrawal, fr.legal.withdrawal],
  [pagePaths.privacy, fr.legal.privacy],
  [pagePaths.cookies, fr.legal.cookies],
  [pagePaths.accessibility, fr.legal.accessibility],
] as const
