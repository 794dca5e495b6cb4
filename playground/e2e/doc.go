// Package e2e tests the playground in a real Chromium. Without a browser, or
// when the page's npm packages cannot be installed, its tests are skipped,
// unless EBB_NO_SKIP is set.
//
// EBB_SHOTS=directory makes the tests leave pictures there.
package e2e
