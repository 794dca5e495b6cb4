// Package e2e tests the playground in a real Chromium. Without a browser or
// without the page's npm packages its tests are skipped.
//
// EBB_SHOTS=directory makes the tests leave pictures there.
package e2e
