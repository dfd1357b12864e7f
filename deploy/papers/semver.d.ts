declare module 'semver/functions/compare.js' {
  /** Compares by the precedence of Semantic Versioning. @throws TypeError for what is no version */
  export default function compare(a: string, b: string): -1 | 0 | 1;
}
