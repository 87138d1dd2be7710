// What surrounds the content of a page and belongs to no reader of it, by the ids, classes and roles of the programs that put it there.

/** Dialogs of consent managers; they are in the page of every visitor that has not answered them, as is who fetches it. */
const consentDialogs = [
  // OneTrust, Cookiebot, Usercentrics, Didomi, Quantcast, TrustArc, Sourcepoint, Osano, CookieYes, Complianz.
  '#onetrust-consent-sdk',
  '#CybotCookiebotDialog',
  '#usercentrics-root, #usercentrics-cmp-ui',
  '#didomi-host',
  '#qc-cmp2-container, .qc-cmp2-container',
  '#truste-consent-track, #trustarc-banner-overlay',
  '[id^="sp_message_container"]',
  '.osano-cm-window, .cc-window',
  '.cky-consent-container, .cky-modal',
  '.cmplz-cookiebanner',
  // CookieLawInfo, Borlabs, Klaro, iubenda, Termly, Google's consent, consentmanager, tarteaucitron, CookieConsent, Axeptio, HubSpot.
  '#cookie-law-info-bar, .cli-modal',
  '#BorlabsCookieBox',
  '#klaro, .klaro',
  '#iubenda-cs-banner',
  '#termly-code-snippet-support',
  '.fc-consent-root',
  '#cmpbox, #cmpbox2',
  '#tarteaucitronRoot',
  '#cc-main, #cc--main',
  '#axeptio_overlay',
  '#hs-eu-cookie-confirmation',
  // Of content management systems: Drupal, TYPO3, WordPress.
  '#sliding-popup, .eu-cookie-compliance-banner',
  '#cookieman-modal',
  '#cookie-notice, #moove_gdpr_cookie_info_bar, #moove_gdpr_cookie_modal, #gdpr-cookie-message',
  // What sites write themselves.
  '#cookie-banner, #cookie-bar, #cookie-consent, #cookiebanner, #cookieConsent',
  '.cookie-banner, .cookie-bar, .cookie-consent, .cookie-notice, .cookiebanner, .gdpr-banner',
  ...['dialog', 'alertdialog', 'region'].map((role) => `[role="${role}"]:is([aria-label*="cookie" i], [aria-label*="consent" i])`),
]

/** What a browser does not show; the panel of a tab is one click away. `aria-hidden` is none of it: formulas are drawn in such elements. */
const unseen = [
  '[hidden]:not([hidden="until-found"], [role="tabpanel"])',
  ...['display:none', 'display: none'].map((style) => `[style*="${style}" i]:not([role="tabpanel"])`),
  'dialog:not([open])',
  '[aria-modal="true"]',
]

/** Nothing of these is ever a page's content. */
export const foreignElements = [...consentDialogs, ...unseen].join(', ')

/** Buttons that share the page, and links to others. */
export const surroundingElements = [
  '.addtoany_share_save_container, .a2a_kit, .addthis_toolbox, .sharedaddy, .jp-sharing-block, .shariff',
  '.sharethis-inline-share-buttons, .heateor_sss_sharing_container, .essb_links, .ssba',
  '.share-buttons, .share-bar, .social-share, .social-sharing, .sharing-buttons',
  '#jp-relatedposts, .jp-relatedposts, .yarpp, .yarpp-related, [id^="taboola-"], .OUTBRAIN',
  '.related-posts, .related-articles, .related-content, #related-posts, #related-articles',
].join(', ')
