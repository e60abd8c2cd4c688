/** The PIN code directory that scripts/pin-places.ts generates at build time. */
declare module 'virtual:pin-places' {
  const text: string;
  export default text;
}
