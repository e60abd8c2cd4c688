/** The PIN code directory that scripts/pin-places.ts makes when the shop is built. */
declare module 'virtual:pin-places' {
  const text: string;
  export default text;
}
