/**
 * What the browser's bundle does without: functions of React Router and React DOM that the shop never calls, kept in by the minifier
 * because others name them. See scripts/leave-out.ts for how, docs/decisions 16 for why.
 *
 * Only whole functions, and only two kinds of ends:
 * - 'throws': never called in this shop. If that ever becomes untrue, the page says so by an error, not by odd behaviour.
 * - a body: called, but with nothing to do here; it does what the original does when the feature is not in use.
 *
 * Read the list again when one of the versions changes: the build fails until the number here says that somebody did.
 */
export const READ_FOR_VERSIONS = { 'react-router': '8.4.0', 'react-dom': '19.3.1', 'lucide-react': '1.75.0' } as const;

export const THROWS = 'throws';
type End = typeof THROWS | `{${string}}`;

const NOTHING = '{}';
const NO = '{ return false; }';

const ROUTER = 'react-router/dist/production/lib';

export const LEFT_OUT: Readonly<Record<string, Readonly<Record<string, End>>>> = {
  [`${ROUTER}/router/router.js`]: {
    // Actions and submissions: what changes something goes through the API (web/lib/api.ts), searches through SearchForm.
    handleAction: THROWS,
    getSubmittingNavigation: THROWS,
    getSubmissionFromNavigation: NOTHING,
    isMutationMethod: NO,
    isSubmissionNavigation: NO,
    normalizeNavigateOptions: '{ return { path }; }',
    // Fetchers: the map of them is always empty.
    fetch: THROWS,
    handleFetcherAction: THROWS,
    handleFetcherLoader: THROWS,
    getFetcher: THROWS,
    resetFetcher: THROWS,
    queueFetcherForDeletion: THROWS,
    setFetcherError: THROWS,
    updateFetcherState: THROWS,
    getUpdatedRevalidatingFetchers: THROWS,
    deleteFetcher: THROWS,
    abortFetcher: THROWS,
    markFetchRedirectsDone: NO,
    abortStaleFetchLoads: NO,
    // Blockers: a half-filled form is kept on the device instead of holding the shopper back.
    getBlocker: THROWS,
    deleteBlocker: THROWS,
    updateBlocker: THROWS,
    shouldBlockNavigation: NOTHING,
    // Routes that come later: the whole table comes with the page (react-router.config.ts).
    checkFogOfWar: '{ return { active: false, matches: null }; }',
    discoverRoutes: THROWS,
    patchRoutes: THROWS,
    _internalSetRoutes: THROWS,
    createDataRouteMatcher: '{ return new V6RegExMatcher(basename); }',
    // Framework mode brings its own data strategy.
    defaultDataStrategyWithMiddleware: THROWS,
    getInstrumentationNavigateMeta: THROWS,
  },
  [`${ROUTER}/router/instrumentation.js`]: {
    getRouteInstrumentationUpdates: THROWS,
    instrumentClientSideRouter: THROWS,
    consumeInstrumentationClientResultMetaReceiver: NOTHING,
  },
  [`${ROUTER}/hooks.js`]: {
    // Outside of a data router; and React Server Components.
    useNavigateUnstable: THROWS,
    RSCErrorHandler: THROWS,
  },
  [`${ROUTER}/dom/ssr/fog-of-war.js`]: {
    getPatchRoutesOnNavigationFunction: NOTHING,
    useFogOFWarDiscovery: NOTHING,
  },
  [`${ROUTER}/dom/ssr/components.js`]: {
    // `prefetch` of links: phones pay for bytes that nobody looks at. Its hooks ran in each of a page's hundred links.
    PrefetchPageLinks: THROWS,
    usePrefetchBehavior: '{ return [false, null, {}]; }',
  },
  [`${ROUTER}/dom/ssr/single-fetch.js`]: {
    singleFetchActionStrategy: THROWS,
    singleFetchLoaderFetcherStrategy: THROWS,
    nonSsrStrategy: THROWS,
  },
  [`${ROUTER}/dom/ssr/routes.js`]: {
    createClientRoutesWithHMRRevalidationOptOut: THROWS,
    wrapShouldRevalidateForHdr: THROWS,
    noActionDefinedError: THROWS,
  },
  [`${ROUTER}/dom/ssr/fallback.js`]: { RemixRootDefaultHydrateFallback: THROWS },
  [`${ROUTER}/dom/ssr/errorBoundaries.js`]: {
    // The net below web/root.tsx, which has one of its own: this one needs no `<Scripts>` to say its sentence.
    RemixRootDefaultErrorBoundary: `{
      console.error(error);
      const text = React$1.createElement('h1', null, 'Something went wrong on our side');
      return React$1.createElement('html', { lang: 'en' }, React$1.createElement('body', null, text));
    }`,
  },

  'react-dom/cjs/react-dom-client.production.js': {
    // <ViewTransition>: no element of that kind, so there is nothing to find, to name or to start.
    commitExitViewTransitions: NOTHING,
    commitNestedViewTransitions: NOTHING,
    restoreEnterOrExitViewTransitions: NOTHING,
    restoreNestedViewTransitions: NOTHING,
    trackEnterViewTransitions: NOTHING,
    commitEnterViewTransitions: THROWS,
    commitAppearingPairViewTransitions: THROWS,
    commitDeletedPairViewTransitions: THROWS,
    applyViewTransitionToHostInstancesRecursive: THROWS,
    restoreViewTransitionOnHostInstances: THROWS,
    restorePairedViewTransitions: THROWS,
    measureViewTransitionHostInstancesRecursive: THROWS,
    measureNestedViewTransitions: THROWS,
    commitAfterMutationEffectsOnFiber: THROWS,
    flushAfterMutationEffects: THROWS,
    getViewTransitionName: THROWS,
    getViewTransitionClassName: THROWS,
    scheduleViewTransitionEvent: THROWS,
    reportViewTransitionError: THROWS,
    applyViewTransitionName: THROWS,
    restoreViewTransitionName: THROWS,
    createViewTransitionInstance: THROWS,
    startViewTransition: THROWS,
    // Refs on fragments.
    FragmentInstance: THROWS,
    commitNewChildToFragmentInstance: THROWS,
    deleteChildFromFragmentInstance: THROWS,
    validateDocumentPositionWithFiberTree: THROWS,
    // <Activity>, SuspenseList, useActionState, custom elements.
    updateActivityComponent: THROWS,
    updateSuspenseListComponent: THROWS,
    cutOffTailIfNeeded: THROWS,
    mountActionState: THROWS,
    updateActionState: THROWS,
    rerenderActionState: THROWS,
    updateActionStateImpl: THROWS,
    dispatchActionState: THROWS,
    runActionStateAction: THROWS,
    setPropOnCustomElement: THROWS,
    // preload(), preinit() and their like: pages name their files in the HTML.
    preconnectAs: THROWS,
    preload: THROWS,
    preloadModule: THROWS,
    preinitStyle: THROWS,
    preinitScript: THROWS,
    preinitModuleScript: THROWS,
    // The list of components that goes with an error: names are mangled, and nobody is there to read it.
    describeFiber: "{ return ''; }",
  },
};

/** Classes of which no object is made: their methods go too. */
export const WITHOUT_METHODS: Readonly<Record<string, readonly string[]>> = {
  'react-dom/cjs/react-dom-client.production.js': ['FragmentInstance', 'ViewTransitionPseudoElement'],
};

/** Constants that the minifier keeps because a call makes them. Nothing asks for them. */
export const WITHOUT_CONSTANTS: Readonly<Record<string, readonly string[]>> = {
  [`${ROUTER}/dom/lib.js`]: ['Form'],
};

/** Modules that a shorter one of ours stands in for, which does the same. */
export const REPLACED: Readonly<Record<string, string>> = {
  'lucide-react/dist/esm/createLucideIcon.mjs': 'web/ui/lucide.ts',
};

/** React Router's advice to developers; `npm run dev` has it, shoppers have no use for it. */
export const ADVICE = { inside: /\/react-router\/dist\/production\//, calls: ['warning', 'warnOnce'] } as const;

/** What the shop's own modules may not ask for, because it is left out: the build fails at the import. */
export const NOT_TO_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'react-router': [
    ...['Form', 'useSubmit', 'useFormAction', 'useActionData', 'useFetcher', 'useFetchers'],
    ...['useBlocker', 'unstable_usePrompt', 'PrefetchPageLinks'],
  ],
  react: ['ViewTransition', 'Activity', 'SuspenseList', 'unstable_SuspenseList', 'useActionState'],
  'react-dom': [
    ...['useFormState', 'preload', 'preloadModule', 'preinit', 'preinitModule', 'preconnect', 'prefetchDNS'],
  ],
};
