// Package iconv holds the heart of PHP's iconv extension: conversion between
// charsets and string functions by character.
//
// It knows core/rt, core/zval, core/lib/text and core/lib/charset. Unlike
// mbstring it stops at what it cannot read, with a notice.
package iconv
